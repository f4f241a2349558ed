"""The schedule lab: past hands under another fee schedule or house, what that would have changed, and the best
schedule of a family. Players are taken to have played as they did."""
