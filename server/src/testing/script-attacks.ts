/** What a hostile script may try, and how each attempt must end: with a fault of this type, or saying this and having reached nothing. */
export interface Attack {
  name: string
  code: string
  /** The type of the fault; or `says: ` and the beginning of what the script found out. */
  ends: string
  /** It goes on until its time is over, though it ends with something else. */
  endless?: true
}

/** Stands for the port where a listener waits for who gets out. */
export const trapPort = '39871'

export const attacks: readonly Attack[] = [
  {
    name: 'import js',
    code: "import js\nR='ESC: js.process='+str(getattr(js,'process',None))[:40] if hasattr(js,'process') else 'js imported, no process; '+str(dir(js))[:80]",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'from js import process -> env',
    code: "from js import process\nR='ESC: env '+str(process.env.SECRET)",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'pyodide.code.run_js',
    code: "from pyodide.code import run_js\nR='ESC: '+str(run_js('typeof process + \" \" + process.env.SECRET'))",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'run_js -> import fs -> read file',
    code: "from pyodide.code import run_js\nf=run_js('process.binding(\"fs\")')\nR='ESC: '+str(f)[:40]",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'pyodide_js._module',
    code: "import pyodide_js\nm=pyodide_js._module\nR='ESC: emscripten Module reached '+str(m.FS)[:30]",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'Function constructor through any JS object',
    code: "from pyodide.ffi import to_js\nF=to_js([1]).constructor.constructor\nR='ESC: '+str(F.new('return process.env.SECRET')())",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'Function ctor -> require/getBuiltinModule fs',
    code: "from pyodide.ffi import to_js\nF=to_js([1]).constructor.constructor\np=F.new('return process')()\nb=p.binding('fs') if not hasattr(p,'getBuiltinModule') else p.getBuiltinModule('fs')\nR='ESC: fs '+(str(b.readFileSync('/etc/passwd','utf8'))[:20] if hasattr(b,'readFileSync') else 'binding')",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'async import(fs) through Function',
    code: 'from pyodide.ffi import to_js\nF=to_js([1]).constructor.constructor\nimport asyncio\nF.new(\'import("node:fs").then(f=>console.log("ESC-ASYNC "+f.readFileSync("/etc/passwd","utf8").slice(0,20)),e=>console.log("async import refused: "+e.code))\')()\nR=\'started\'',
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'NODEFS mount of /',
    code: "import pyodide_js\npyodide_js.mountNodeFS('/host','/')\nR='ESC: '+open('/host/etc/passwd').read()[:20]",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'FS.mount NODEFS through _module',
    code: "import pyodide_js\nm=pyodide_js._module\nfrom pyodide.ffi import to_js\nm.FS.mkdir('/h2')\nm.FS.mount(m.FS.filesystems.NODEFS, pyodide_js.toPy({'root':'/'}) if False else m.eval('({root:\"/\"})') if hasattr(m,'eval') else __import__('js').Object.fromEntries(to_js([['root','/']])), '/h2')\nR='ESC: '+open('/h2/etc/passwd').read()[:20]",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'fetch network',
    code: "import js\nR='ESC: fetch '+str(js.fetch)[:30]",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'pyfetch',
    code: "from pyodide.http import pyfetch\nR='ESC?: pyfetch importable'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'Worker / fork bomb',
    code: "import js\nw=js.Worker\nR='ESC: Worker reachable'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: '_pyodide_core',
    code: "import _pyodide_core\nR='imported '+str(dir(_pyodide_core))[:100]",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'BuiltinImporter by hand',
    code: "import sys\nB=[c for c in object.__subclasses__() if c.__name__=='BuiltinImporter'][0]\nm=B.load_module('_pyodide_core')\nR='core '+str([n for n in dir(m) if n[0]!='_'])[:90]",
    ends: 'says: core ',
  },
  {
    name: 'BuiltinImporter _pyodide_core -> use bridge',
    code: "import sys\nB=[c for c in object.__subclasses__() if c.__name__=='BuiltinImporter'][0]\nm=B.load_module('_pyodide_core')\nx=m.create_once_callable(lambda:1) if hasattr(m,'create_once_callable') else m.JsProxy\nR='ESC?: '+repr(x)+str(dir(x))[:60]",
    ends: 'Forbidden',
  },
  {
    name: 'gc hunt for JsProxy and use it',
    code: "import gc\nL=[o for o in gc.get_objects() if type(o).__name__.startswith('Js')]\nout=[]\nfor o in L[:20]:\n    try: out.append(str(o.constructor))\n    except BaseException as e: out.append(type(e).__name__)\nR='found %d '%len(L)+str(out)[:80]",
    ends: 'says: found 0 []',
  },
  {
    name: 'os.environ',
    code: "import os\nR=('ESC: ' if 'SECRET' in os.environ else 'no secret ')+str(dict(os.environ))[:60]",
    ends: 'says: no secret {}',
  },
  {
    name: 'posix.environ',
    code: "import posix\nR=('ESC: ' if b'SECRET' in posix.environ else 'no secret ')+str(posix.environ)[:60]",
    ends: 'says: no secret {}',
  },
  {
    name: 'open /etc/passwd',
    code: "R='ESC: '+open('/etc/passwd').read()[:20]",
    ends: 'PermissionError',
  },
  {
    name: 'listdir /',
    code: "import os\nR='list '+str(os.listdir('/'))",
    ends: 'PermissionError',
  },
  {
    name: 'write a file',
    code: "import os\nopen('/escaped','w').write('x')\nR='wrote in-sandbox file'",
    ends: 'PermissionError',
  },
  {
    name: 'os.system',
    code: "import os\nR='rc '+str(os.system('id > ./pwned'))",
    ends: 'Forbidden',
  },
  {
    name: 'subprocess',
    code: "import subprocess\nR='ESC: '+str(subprocess.run(['id'],capture_output=True).stdout)",
    ends: 'OSError',
  },
  {
    name: 'os.fork',
    code: "import os\nR='ESC: fork '+str(os.fork())",
    ends: 'OSError',
  },
  {
    name: 'os.execv',
    code: "import os\nos.execv('/bin/sh',['sh','-c','id'])\nR='ESC'",
    ends: 'OSError',
  },
  {
    name: '_posixsubprocess',
    code: "import _posixsubprocess\nR='imported'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'socket connect',
    code: "import socket\ns=socket.socket()\ns.settimeout(1)\ns.connect(('127.0.0.1',39871))\nR='ESC: connected'",
    ends: 'PermissionError',
  },
  {
    name: '_socket builtin',
    code: "import _socket\ns=_socket.socket()\ns.connect(('127.0.0.1',39871))\nR='ESC: connected'",
    ends: 'PermissionError',
  },
  {
    name: 'urllib',
    code: "import urllib.request\nR='ESC: '+str(urllib.request.urlopen('http://127.0.0.1:39871/',timeout=1).read())",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'threads',
    code: "import threading\nt=threading.Thread(target=print); t.start()\nR='thread started'",
    ends: 'RuntimeError',
  },
  {
    name: '_thread',
    code: "import _thread\nR='id '+str(_thread.start_new_thread(print,()))",
    ends: 'RuntimeError',
  },
  {
    name: 'multiprocessing',
    code: "import multiprocessing as m\np=m.Process(target=print);p.start();R='ESC proc'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'ctypes CDLL(None).system',
    code: "import ctypes\nl=ctypes.CDLL(None)\nR='ESC?: rc '+str(l.system(b'id > ./pwned'))",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'ctypes read all linear memory',
    code: "import ctypes\nb=ctypes.string_at(1024, 20000000)\nR='read %d bytes of own wasm memory, secret inside: %s'%(len(b), b'TOPSECRET' in b)",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'ctypes write over memory',
    code: "import ctypes\nctypes.memset(1024, 255, 8000000)\nR='overwrote'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'ctypes call address',
    code: "import ctypes\nf=ctypes.CFUNCTYPE(ctypes.c_int)(1000)\nR='called '+str(f())",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'ctypes js syscalls',
    code: "import ctypes\nf=ctypes.pythonapi.PyRun_SimpleString\nf(b'import js')\nR='ran C API'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: '_testcapi / _testinternalcapi',
    code: "import _testinternalcapi\nR='imported'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'faulthandler segv',
    code: "import faulthandler\nfaulthandler._sigsegv()\nR='?'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'os.abort',
    code: "import os\nos.abort()\nR='?'",
    ends: 'Forbidden',
  },
  {
    name: 'os._exit(0)',
    code: "import os\nos._exit(0)\nR='?'",
    ends: 'Forbidden',
  },
  {
    name: 'sys.exit',
    code: 'import sys\nsys.exit(0)',
    ends: 'SystemExit',
  },
  {
    name: 'os.kill(self)',
    code: "import os,signal\nos.kill(os.getpid(),9)\nR='kill returned, pid '+str(os.getpid())",
    ends: 'Forbidden',
  },
  {
    name: 'signal.alarm / setitimer',
    code: "import signal\nsignal.setitimer(signal.ITIMER_REAL,0.01)\nR='timer set'",
    ends: 'AttributeError',
  },
  {
    name: 'dlopen a shared object',
    code: "import _ctypes\nR='ESC? '+str(_ctypes.dlopen('/lib/x86_64-linux-gnu/libc.so.6'))",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'mmap',
    code: "import mmap\nm=mmap.mmap(-1,4096)\nR='mmap ok (own memory)'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'sqlite3 file',
    code: "import sqlite3\nc=sqlite3.connect('./x.db')\nc.execute('create table t(a)')\nR='db opened (in-sandbox?)'",
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'zipimport / importlib machinery',
    code: "import importlib.machinery as m\nl=m.SourceFileLoader('x','/etc/hostname')\nR='ESC: '+str(l.get_data('/etc/hostname'))",
    ends: 'PermissionError',
  },
  {
    name: 'readlink /proc/self',
    code: "import os\nR='ESC: '+os.readlink('/proc/self/exe')",
    ends: 'PermissionError',
  },
  {
    name: 'getpwuid',
    code: 'import pwd\nR=str(pwd.getpwuid(0))',
    ends: 'ModuleNotFoundError',
  },
  {
    name: 'os.open dev/stdin & read',
    code: "import os\nR='read '+str(os.read(0,10))",
    ends: 'OSError',
  },
  {
    name: 'write fd 3.. (host ipc)',
    code: "import os\nout=[]\nfor fd in range(3,30):\n    try: os.write(fd,b'{\"id\":1}\\n'); out.append(fd)\n    except OSError as e: pass\nR=('ESC: ' if out else '')+'writable fds '+str(out)",
    ends: 'says: writable fds []',
  },
  {
    name: 'infinite loop',
    code: 'while True: pass',
    ends: 'Timeout',
  },
  {
    name: 'loop that swallows interrupts',
    code: 'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    ends: 'Timeout',
  },
  {
    name: 'SIGINT ignored',
    code: 'import signal\nsignal.signal(signal.SIGINT,signal.SIG_IGN)\nwhile True: pass',
    ends: 'Timeout',
  },
  {
    name: 'C loop sum(range)',
    code: 'sum(range(10**13))',
    ends: 'Timeout',
  },
  {
    name: 'C loop pow',
    code: '7**(10**9)',
    ends: 'Timeout',
  },
  {
    name: 'C loop int->str',
    code: 'import sys\nsys.set_int_max_str_digits(0)\nstr(7**(3*10**7))*2',
    ends: 'Timeout',
  },
  {
    name: 'regex backtracking',
    code: "import re\nre.match('(a+)+b','a'*60)",
    ends: 'Timeout',
  },
  {
    name: 'time.sleep',
    code: 'import time\ntime.sleep(10**8)',
    ends: 'RuntimeError',
  },
  {
    name: '[0]*10**10',
    code: 'x=[0]*10**10',
    ends: 'OverflowError',
  },
  {
    name: 'list growth',
    code: "x=[]\nwhile True: x.append('a'*100000+str(len(x)))",
    ends: 'MemoryError',
  },
  {
    name: 'bytearray 3 GiB',
    code: 'x=bytearray(3*2**30)',
    ends: 'OverflowError',
  },
  {
    name: 'string doubling',
    code: "s='a'\nwhile True: s+=s",
    ends: 'MemoryError',
  },
  {
    name: 'deep recursion',
    code: 'def f(n): return f(n+1)\nf(0)',
    ends: 'RecursionError',
  },
  {
    name: 'recursion limit lifted',
    code: 'import sys\nsys.setrecursionlimit(2**30)\ndef f(n): return f(n+1)\nf(0)',
    ends: 'RecursionError',
  },
  {
    name: 'C recursion: nested list repr',
    code: 'x=[]\nfor i in range(10**6): x=[x]\nR=str(len(repr(x)))',
    ends: 'RecursionError',
  },
  {
    name: 'C recursion: nested del',
    code: "x=None\nfor i in range(3*10**6): x=(x,)\ndel x\nR='freed'",
    ends: 'RecursionError',
  },
  {
    name: 'C recursion: parser',
    code: "R=str(eval('('*10**5+')'*10**5))",
    ends: 'SyntaxError',
  },
  {
    name: 'C recursion: json',
    code: "import json\njson.loads('['*10**6)",
    ends: 'RecursionError',
  },
  {
    name: 'C recursion: sort key / __getattr__',
    code: "class A:\n  def __getattribute__(s,n): return getattr(s,n+'a')\nA().x",
    ends: 'RecursionError',
  },
  {
    name: 'C recursion: class hierarchy',
    code: "c=object\nfor i in range(200000): c=type('X',(c,),{})\nR='ok'",
    ends: 'Timeout',
  },
  {
    name: 'print flood',
    code: "while True: print('x'*10000)",
    ends: 'Timeout',
  },
  {
    name: 'huge exception message',
    code: "raise ValueError('x'*(50*10**6))",
    ends: 'ValueError',
  },
  {
    name: 'exception with evil __str__',
    code: 'class E(Exception):\n  def __str__(s): \n    while True: pass\nraise E()',
    ends: 'E',
    endless: true,
  },
]
