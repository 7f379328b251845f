"""Everything people read, said once: messages with parameters, one file per language in `messages/`."""
