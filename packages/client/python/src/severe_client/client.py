"""Requests, lists page by page, tables, and the live stream. Needs the standard library only."""

import json
import time
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Sequence
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

PREFIX = "/api/v1"
LONGEST_WAIT = 60.0
"""Seconds; a response that asks for a longer wait before the next request is an error."""


class ApiError(Exception):
    """The service refused a request: its status, and what is wrong."""

    def __init__(self, status: int, detail: Any):
        self.status = status
        self.detail = detail
        super().__init__(f"{status}: {_sentence(detail)}")


@dataclass
class Event:
    """An event of the live stream: its name, such as `alerts`, and its data."""

    name: str
    data: dict
    id: Optional[str]


class Severe:
    """The API of a service.

    base_url: its address, such as `https://wx.example.org`.
    api_key:  for a higher limit.
    timeout:  seconds for a response.
    retries:  further attempts after a 429 or 503 that says how long to wait.
    """

    def __init__(self, base_url: str, api_key: Optional[str] = None, timeout: float = 30.0, retries: int = 2):
        self.base_url = base_url.rstrip("/")
        self.timeout = timeout
        self.retries = retries
        self._headers = {"X-API-Key": api_key} if api_key else {}

    def get(self, path: str, **params: Any) -> Any:
        """The response to a GET: JSON as its value, else bytes.

        Names in braces are filled in: `get('/alerts/{alert_id}', alert_id=7)`. None leaves a parameter out, lists are joined by commas.
        """
        return self._read(self.url(path, **params))

    def url(self, path: str, **params: Any) -> str:
        """The address of a request."""
        given = {name: _text(value) for name, value in params.items() if value is not None}
        for name in [name for name in given if "{" + name + "}" in path]:
            path = path.replace("{" + name + "}", quote(given.pop(name), safe=""))
        query = urlencode(given, safe=",:")
        return f"{self.base_url}{PREFIX}{path}{'?' + query if query else ''}"

    def all(self, path: str, **params: Any) -> Iterator[dict]:
        """The features of a list, page by page: `for alert in severe.all('/alerts', state='OK')`."""
        address: Optional[str] = self.url(path, **params)
        while address:
            page = self._read(address)
            yield from page["features"]
            following = next((link["href"] for link in page["links"] if link["rel"] == "next"), None)
            # The service may say another name of itself, behind which this client cannot reach it.
            address = following and self.base_url + following[following.index(PREFIX) :]

    def frame(self, path: str, **params: Any):
        """A list as a table of pandas: a column for each field, `tags.hail_in` for one of an object; times are times."""
        import pandas

        rows = [{"id": each["id"], **each["properties"]} for each in self.all(path, **params)]
        return _with_times(pandas.json_normalize(rows), pandas)

    def geo(self, path: str, **params: Any):
        """The same as a table of GeoPandas, with the geometries, in WGS 84."""
        import geopandas
        import pandas

        features = list(self.all(path, **params))
        table = geopandas.GeoDataFrame.from_features(features, crs="EPSG:4326") if features else geopandas.GeoDataFrame(geometry=[], crs="EPSG:4326")
        return _with_times(table, pandas)

    def events(self, sources: Sequence[str] = ()) -> Iterator[Event]:
        """The live stream, without an end: after a lost connection it continues behind the last event."""
        last: Optional[str] = None
        wait = 1.0
        while True:
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
            try:
                with self._open(self.url("/stream", sources=list(sources) or None), headers) as response:
                    wait = 1.0
                    for event in _events_in(response):
                        last = event.id or last
                        yield event
            except HTTPError as error:
                if error.code not in (429, 503):
                    raise _error_of(error) from None
            except (URLError, ConnectionError, TimeoutError):
                pass
            time.sleep(wait)
            wait = min(30.0, 2 * wait)

    def _read(self, address: str) -> Any:
        for attempt in range(self.retries + 1):
            try:
                with self._open(address, {}) as response:
                    body = response.read()
                    return json.loads(body) if "json" in response.headers.get("Content-Type", "") else body
            except HTTPError as error:
                pause = _pause_of(error)
                if attempt == self.retries or pause is None:
                    raise _error_of(error) from None
                time.sleep(pause)
        raise AssertionError("unreachable")

    def _open(self, address: str, headers: dict):
        return urlopen(Request(address, headers={"User-Agent": "severe-client", **self._headers, **headers}), timeout=self.timeout)


def _pause_of(error: HTTPError) -> Optional[float]:
    """Seconds that a refusal asks to wait; None if there is no use in waiting."""
    wanted = error.headers.get("Retry-After", "")
    return float(wanted) if error.code in (429, 503) and wanted.isdigit() and float(wanted) <= LONGEST_WAIT else None


def _error_of(error: HTTPError) -> ApiError:
    body = error.read()
    try:
        return ApiError(error.code, json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return ApiError(error.code, error.reason)


def _sentence(detail: Any) -> str:
    if isinstance(detail, list):
        return "; ".join(f"{' '.join(str(part) for part in item['loc'])}: {item['msg']}" for item in detail)
    return str(detail)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _events_in(lines) -> Iterator[Event]:
    """Events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""
    name, data, last = "message", [], None
    for raw in lines:
        line = raw.decode("utf-8").rstrip("\r\n")
        if line == "":
            if data:
                yield Event(name, json.loads("\n".join(data)), last)
            name, data = "message", []
            continue
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif field == "id":
            last = value


def _with_times(table, pandas):
    """Columns of RFC 3339 become times."""
    for column in table.columns:
        if column == "geometry" or table[column].dtype.kind not in "OTU" and str(table[column].dtype) not in ("str", "string"):
            continue
        known = table[column].dropna()
        if len(known) > 0 and known.map(lambda value: isinstance(value, str) and len(value) == 20 and value[10] == "T" and value.endswith("Z")).all():
            table[column] = pandas.to_datetime(table[column], utc=True)
    return table
