"""Lost rake: seats that stood empty while somebody waited for them, names that left their list, and what that cost."""
