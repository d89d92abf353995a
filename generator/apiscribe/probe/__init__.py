"""Real answers held against a document: by calling the API, or from a recording of calls (HAR)."""
