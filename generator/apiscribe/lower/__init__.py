"""Document → IR: schemas, unions, operations, resources."""

from apiscribe.lower.api import lower_document
from apiscribe.lower.document import LoadedDocument

__all__ = ["LoadedDocument", "lower_document"]
