"""The app in a real browser: Debian's Chromium through playwright, against a server of our own."""
