/** Python: access to files, processes, sockets, variables and addresses. */
export const probeReach = String.raw`
import base64, ctypes, fcntl, http.client, json, mmap, os, resource, signal, socket, struct, sys, time

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "plan.json")) as file:
    plan = json.load(file)
libc = ctypes.CDLL(None, use_errno=True)
is_arm = os.uname().machine == "aarch64"
NEWUSER, NEWNS = 0x10000000, 0x20000
mebibyte = 1 << 20


def done(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return True


def in_child(work):
    """Runs work that changes its process in a child."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        except OSError as error:
            os._exit(error.errno)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code != 0:
        raise OSError(code, os.strerror(code) if code > 0 else "killed")
    return True


def dial(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as near:
        near.settimeout(1)
        near.connect(address)
        return True


def udp(host, port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as near:
        near.settimeout(1)
        near.sendto(b"anybody", (host, port))
        return near.recv(16) == b"heard"


def contains(path, text):
    with open(path, "rb") as file:
        return text.encode() in file.read(1 << 20)


def by_link(path):
    link = os.path.join(os.getcwd(), "link-%d" % time.monotonic_ns())
    os.symlink(path, link)
    return link


def write(path):
    with open(path, "w") as file:
        file.write("written by the probe")
    return True


def forms(secret):
    return [secret.encode(), base64.b64encode(("git:" + secret).encode())]


def finds(secret):
    """Searches variables of all visible processes, and all files of the run."""
    seen = [name + "=" + value for name, value in os.environ.items()]
    places = [os.getcwd(), "/profiles", "/ssh", "/artifacts", "/facet/egress"]
    paths = ["/proc/%s/%s" % (pid, name) for pid in os.listdir("/proc") if pid.isdigit() for name in ("environ", "cmdline")]
    for place in places:
        for folder, _, names in os.walk(place):
            paths += [os.path.join(folder, name) for name in names]
    held = [value.encode() for value in seen]
    for path in paths[:20000]:
        try:
            if os.path.basename(path) != "plan.json" and (path.startswith("/proc") or os.path.isfile(path)):
                with open(path, "rb") as file:
                    held.append(file.read(1 << 20))
        except OSError:
            pass
    return any(form in text for text in held for form in forms(secret))
`
