# The inside of every sandbox. It runs once, when the image is baked; what it leaves in memory is what each sandbox begins with, so it keeps
# nothing that belongs to anybody. Requests and answers are JSON; a fault stands first in its answer.
import sys, os, gc, io, signal, types, builtins, json, linecache, traceback
# What scripts may import: nothing can be loaded later.
import csv, re, datetime, decimal, unicodedata, math, hashlib, collections, itertools, string, html, base64, textwrap, zlib
import functools, random, time, copy, operator, statistics, fractions, bisect, heapq, enum, dataclasses, typing, calendar
import struct, binascii, difflib, numbers, contextlib, zoneinfo, xml.etree.ElementTree, urllib.parse, hmac, secrets, uuid, configparser
import encodings.utf_8_sig, encodings.utf_16, encodings.utf_16_le, encodings.utf_16_be, encodings.latin_1, encodings.ascii, encodings.cp1252
import encodings.cp932, encodings.shift_jis, encodings.shift_jis_2004, encodings.euc_jp, encodings.iso2022_jp, encodings.cp949, encodings.euc_kr
import encodings.gb18030, encodings.gbk, encodings.gb2312, encodings.big5, encodings.cp950, encodings.idna, encodings.punycode, encodings.utf_32
import encodings.iso8859_1, encodings.iso8859_2, encodings.iso8859_15, encodings.cp437, encodings.cp850, encodings.cp1250, encodings.cp1251, encodings.mac_roman
import _strptime, _pylong, _md5, _sha1, _sha2, _sha3, _blake2, queue, ast, colorsys, pprint, shlex, codecs, xml.dom.minidom, xml.dom.expatbuilder, gzip, json.tool, abc, cmath, array, locale, warnings

for _name in ('cp932', 'shift_jis', 'euc_jp', 'cp949', 'euc_kr', 'gb18030', 'big5', 'utf-8-sig', 'utf-16', 'cp1252'):
    '1'.encode(_name)
datetime.datetime.strptime('2025-01-02', '%Y-%m-%d')


class ScriptTimeout(BaseException):
    pass


class RowError(Exception):
    """Raise it to refuse the row that is being read, with a message."""


class AuthError(Exception):
    """Raise it to refuse a sign-in, with a message."""


def _on_deadline(signum, frame):
    raise ScriptTimeout('the script took too long')


signal.signal(signal.SIGINT, _on_deadline)


class _Out(io.TextIOBase):
    encoding = 'utf-8'

    def __init__(self, fd):
        self._fd = fd

    def writable(self):
        return True

    def write(self, text):
        os.write(self._fd, text.encode('utf-8', 'replace'))
        return len(text)


NAME = 'script.py'
linecache.checkcache = lambda *a: None  # lines come from memory, never from a disk
_state = {}


def _describe(exc, limit=8):
    """What went wrong and in which line of the script."""
    frames = []
    for frame, number in itertools.islice(traceback.walk_tb(exc.__traceback__), 2000):
        if frame.f_code.co_filename == NAME:
            frames.append((number, frame.f_code.co_name))
    line = frames[-1][0] if frames else None
    column = None
    try:
        message = str(exc)[:2000]
    except BaseException:
        message = '(the message of this error could not be read)'
    if isinstance(exc, SyntaxError):
        message, line, column = exc.msg, exc.lineno if exc.filename == NAME else line, exc.offset
    trace = [{'line': n, 'function': f, 'code': linecache.getline(NAME, n).strip()[:200]} for n, f in frames[-limit:]]
    return {'type': type(exc).__name__, 'message': message, 'line': line, 'column': column, 'trace': trace}


class File:
    """A file as a script sees it. Text is decoded piece by piece."""

    def __init__(self, name, data):
        self.name, self.data, self.row, self.rejected, self._errors = name, data, 0, 0, []

    def encoding(self):
        if self.data[:2] in (b'\xff\xfe', b'\xfe\xff'):
            return 'utf-16'
        found = _state['ctx'].get('fileEncoding')
        if found is None:
            raise ValueError('the encoding of the file is not certain: name it in the script, or choose it when you upload the file')
        return found

    def open(self, encoding=None, newline=None):
        return io.TextIOWrapper(io.BytesIO(self.data), encoding or self.encoding(), newline=newline)

    def text(self, encoding=None):
        return self.data.decode(encoding or self.encoding())

    def lines(self, encoding=None):
        for self.row, line in enumerate(self.open(encoding), 1):
            yield line.rstrip('\r\n')

    def rows(self, encoding=None, delimiter=',', header=False, comment='#', quotechar='"'):
        reader = csv.reader(self.open(encoding, newline=''), delimiter=delimiter, quotechar=quotechar)
        head = None
        for row in reader:
            if not row or (comment and row[0].startswith(comment)):
                continue
            self.row = reader.line_num
            if header and head is None:
                head = [name.strip() for name in row]
            else:
                yield dict(zip(head, row)) if header else row

    def error(self, message, row=None, line=None, exception=False):
        """Refuses a row: the whole file is refused, with this among the reasons."""
        self.rejected += 1
        if len(self._errors) < 200:
            self._errors.append([self.row if row is None else row, str(message)[:300], line, exception])


class Response:
    def __init__(self, answer):
        self.status, self.headers, self.body = answer['status'], answer['headers'], answer['body']

    def json(self):
        return json.loads(self.body)


class _Pause(BaseException):
    pass


class Http:
    """Requests are made by the server between two runs of the script, never from in here: a run stops at the request, and the next is given the answer."""

    def __init__(self, answers):
        self._answers, self._next = answers, 0

    def request(self, method, url, headers=None, json=None, data=None):
        place = self._next
        self._next += 1
        if place < len(self._answers):
            answer = self._answers[place]
            if answer.get('error'):
                raise OSError(answer['error'])
            return Response(answer)
        _state['http'] = {'method': str(method), 'url': str(url), 'headers': {str(k): str(v) for k, v in (headers or {}).items()},
                          'json': json, 'data': None if data is None else str(data)}
        raise _Pause()

    def get(self, url, **more):
        return self.request('GET', url, **more)

    def post(self, url, **more):
        return self.request('POST', url, **more)


def _load(request):
    source = request['source']
    linecache.cache.clear()
    linecache.cache[NAME] = (len(source), None, source.splitlines(True), NAME)
    names = {'__name__': 'script', '__builtins__': builtins, 'RowError': RowError, 'AuthError': AuthError}
    _state.clear()
    _state['names'], _state['ctx'] = names, request.get('ctx') or {}
    random.seed()
    exec(compile(source, NAME, 'exec', dont_inherit=True), names)
    need = request.get('need', [])
    if need and not any(callable(names.get(name)) for name in need):
        message = 'the script must define %s' % ' or '.join(name + '()' for name in need)
        return {'error': {'type': 'MissingFunction', 'message': message, 'line': None, 'trace': []}}
    return {'ok': True}


def _joined(results, late):
    """Results that are JSON already: one that cannot be written as JSON spoils its own item only."""
    return '{"results":[%s],"late":%s}' % (','.join(results), _dumps(late))


def _decorate(request):
    """Each item by itself: what goes wrong with one leaves the others. Out of time, those after it are not answered."""
    decorate, ctx, results, failures = _state['names']['decorate'], _state['ctx'], [], 0
    for product, device in request['items']:
        try:
            result = decorate(product, device, ctx)
            if result is None:
                result = {'prInfo': product['prInfo']}  # changed in place, or left alone
            elif type(result) is list:
                result = {'prInfo': result}
            elif type(result) is not dict:
                raise TypeError('decorate() gave %s instead of a dict, a list or None' % type(result).__name__)
            results.append(_dumps(result))
        except MemoryError:
            raise
        except ScriptTimeout as e:
            return _joined(results, late=dict(_describe(e), type='Timeout'))
        except Exception as e:
            failures += 1
            # The first ones in full: a script that fails for all fails alike.
            results.append(_dumps({'error': _describe(e) if failures <= 20 else {'type': type(e).__name__, 'message': '', 'line': None, 'trace': []}}))
    return _joined(results, late=None)


def _by_rows(file, names):
    row, ctx = names['row'], _state['ctx']
    for record in file.rows(**dict(names.get('FORMAT') or {})):
        try:
            result = row(record, ctx)
        except RowError as e:
            file.error(e, line=_describe(e)['line'])
            continue
        except Exception as e:
            fault = _describe(e)
            file.error('%s: %s' % (fault['type'], fault['message']), line=fault['line'], exception=True)
            continue
        if result is not None:
            yield file.row, result


def _whole(file, names):
    for result in names['parse'](file, _state['ctx']) or ():
        yield file.row, result


def _open(request, payload):
    names = _state['names']
    file = _state['file'] = File(request['name'], payload)
    by_rows = callable(names.get('row')) and not callable(names.get('parse'))
    _state['records'] = _by_rows(file, names) if by_rows else _whole(file, names)
    return {'ok': True}


def _next(request):
    file, most, records, fault = _state['file'], request['max'], [], None
    try:
        for record in itertools.islice(_state['records'], most):
            records.append(record)
    except MemoryError:
        raise
    except Exception as e:
        fault = dict(_describe(e), row=file.row)  # what came before it is told as well
    errors, file._errors = file._errors, []
    return {'records': records, 'errors': errors, 'rejected': file.rejected, 'done': len(records) < most, 'fault': fault}


def _authenticate(request):
    http, result = Http(request.get('answers') or []), None
    _state.pop('http', None)
    try:
        result = _state['names']['authenticate'](request['login'], http, _state['ctx'])
    except _Pause:
        pass
    except AuthError as e:
        result = {'refused': str(e)[:500]}
    if _state.get('http'):
        return {'http': _state['http']}
    return result if type(result) is dict and 'refused' in result else {'user': result}


_operations = {
    'load': lambda request, payload: _load(request),
    'decorate': lambda request, payload: _decorate(request),
    'open': _open,
    'next': lambda request, payload: _next(request),
    'authenticate': lambda request, payload: _authenticate(request),
}
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(',', ':'), allow_nan=False).encode


def _fault(exc, **more):
    return _dumps({'error': dict(_describe(exc), row=getattr(_state.get('file'), 'row', None), **more)}).encode('utf-8', 'replace')


def dispatch(data):
    """The one entry: a length, a request in JSON, a payload."""
    try:
        size = int.from_bytes(data[:4], 'little')
        request = json.loads(data[4:4 + size])
        answer = _operations[request['op']](request, data[4 + size:])
        return (answer if type(answer) is str else _dumps(answer)).encode('utf-8', 'surrogatepass')
    except ScriptTimeout as e:
        return _fault(e, type='Timeout')
    except MemoryError as e:
        line = _describe(e)['line']
        _state.clear()
        return b'{"error":{"type":"MemoryError","message":"the script used more memory than allowed","line":%s,"trace":[]}}' % str(line or 'null').encode()
    except BaseException as e:
        return _fault(e)


class _Closed:
    """The last finder: says clearly that a module is not there."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        raise ModuleNotFoundError("module '%s' is not available to scripts" % name, name=name)


def _no_sleep(seconds):
    raise RuntimeError('scripts cannot wait')


def _finish():
    """Closes what the loader left open; answers the address of the entry."""
    time.sleep = _no_sleep
    bridges = ('js', 'pyodide', 'pyodide_js', '_pyodide', '_pyodide_core', 'pyodide_http', 'micropip', '__main__')
    for name in [name for name in sys.modules if name.split('.')[0] in bridges]:
        del sys.modules[name]
    sys.modules['__main__'] = types.ModuleType('__main__')
    sys.meta_path[:], sys.path[:], sys.path_hooks[:] = [_Closed], [], []
    sys.path_importer_cache.clear()
    sys.stdout = sys.__stdout__ = _Out(1)
    sys.stderr = sys.__stderr__ = _Out(2)
    sys.stdin = sys.__stdin__ = None
    sys.argv[:] = ['script']
    os.environ.clear()
    gc.collect()
    gc.freeze()
    return id(dispatch)
