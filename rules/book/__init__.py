"""The rulebook for readers: chapters, citations, glossary, rankings, worked examples, and the conformance catalogue."""
