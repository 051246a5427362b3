"""A thin client of the severe-weather API: paths and parameters are those of its OpenAPI document."""

from .client import ApiError, Event, Severe

__all__ = ["ApiError", "Event", "Severe"]
