import { probeKernel } from './probe-kernel.ts'
import { probeLoads } from './probe-loads.ts'
import { probeReach } from './probe-reach.ts'

/** Python: requests to the package guard, and every attack by its name. */
const probeAsking = String.raw`
def target_path():
    return sys.argv[sys.argv.index("--target-path") + 1] if "--target-path" in sys.argv else os.getcwd()


def leave(name, path):
    """Leaves a result that is a link to a file of the host."""
    link = os.path.join(target_path(), name)
    if os.path.lexists(link):
        os.remove(link)
    os.symlink(path, link)
    return False


def ask(path, method, secret, isLeak):
    guard = os.environ["GIT_CONFIG_KEY_0"]
    host, port = guard[len("url.http://"):].split("/")[0].split(":")
    asked = http.client.HTTPConnection(host, int(port), timeout=5)
    asked.request(method, "/" + path)
    answer = asked.getresponse()
    body = answer.read(1 << 16)
    return any(form in body for form in forms(secret)) if isLeak else answer.status == 200


ways = {
    "file": lambda path, text: contains(path, text),
    "list": lambda path, text: any(text in name for name in os.listdir(path)),
    "write": write,
    "linkRead": lambda path, text: contains(by_link(path), text),
    "linkWrite": lambda path: write(by_link(path)),
    "signal": lambda pid: os.kill(pid, 0) is None,
    "tcp": lambda host, port: dial(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, port)),
    "udp": udp,
    "unix": lambda path: dial(socket.AF_UNIX, path),
    "abstract": lambda name: dial(socket.AF_UNIX, "\0" + name),
    "env": lambda variable, text: text in os.environ.get(variable, ""),
    "finds": finds,
    "keys": lambda: done(libc.syscall(ctypes.c_long(219 if is_arm else 250), 0, ctypes.c_long(-3), 1)),
    "unshare": lambda: in_child(lambda: done(libc.unshare(NEWUSER))),
    "clone": lambda: in_child(lambda: clone_with(NEWUSER)),
    "clone3": lambda: in_child(clone3),
    "mount": lambda: in_child(mount),
    "fallocate": falloc,
    "reserve": reserve,
    "sendFile": send_file,
    "hide": lambda: in_child(lambda: done(libc.prctl(4, 0, 0, 0, 0))),
    "memory": lambda bytes: len(mmap.mmap(-1, bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)) == bytes,
    "fileSize": lambda bytes: os.truncate(scratch()[0], bytes) is None,
    "outlive": outlive,
    "leave": leave,
    "ask": ask,
}
`

/** Carries out plan.json, and writes the results to probe.json in the working folder. */
const probeMain = String.raw`
def attempt(attack):
    try:
        return {"name": attack["name"], "isReached": bool(ways[attack["way"]](**attack["given"])), "why": ""}
    except Exception as error:
        return {"name": attack["name"], "isReached": False, "why": ("%s: %s" % (type(error).__name__, error))[:120]}


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
libc.mmap.restype = ctypes.c_void_p
load = plan.get("load")
tried = [attempt(attack) for attack in plan["attacks"]]
if load:
    tried.append({"name": load, "isReached": loads[load](), "why": ""})
with open("probe.json", "w") as file:
    json.dump(tried, file)
# The output of a converter that succeeded.
print('{"converted": {"counts": {}, "stats": {}}}')
`

/** A program that replaces dbt and the converter. */
export const probe = [probeReach, probeKernel, probeAsking, probeLoads, probeMain].join('\n')
