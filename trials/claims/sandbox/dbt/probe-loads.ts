/** Python: programs that exceed a limit, and report when. */
export const probeLoads = String.raw`
def over():
    """Reports the time at which the limit is passed."""
    with open("over", "w") as file:
        file.write(str(time.time() * 1000))


def fill(hold):
    piece, held = b"x" * (4 * mebibyte), []
    for number in range(plan["until"] // len(piece)):
        path = "filled-%d" % number
        fd = os.open(path, os.O_RDWR | os.O_CREAT)
        os.write(fd, piece)
        held.append(hold(path, fd))
        if number * len(piece) < plan["limit"] <= (number + 1) * len(piece):
            over()
        time.sleep(0.002)
    # The service measures at intervals.
    time.sleep(1.5)
    return True


def hold_open(path, fd):
    os.unlink(path)
    return fd


def hold_mapped(path, fd):
    os.unlink(path)
    mapped = libc.mmap(None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, fd, ctypes.c_long(0))
    os.close(fd)
    return mapped


def write_out():
    piece, written, is_told = b"x" * 65535 + b"\n", 0, False
    while written < plan["until"]:
        written += os.write(1, piece)
        if written > plan["limit"] and not is_told:
            is_told = True
            over()
    return True


def stay():
    time.sleep(plan["until"] / 1000)
    return True


def multiply():
    children = []
    try:
        while len(children) < plan["until"]:
            child = os.fork()
            if child == 0:
                time.sleep(30)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
    return len(children) >= plan["until"]


loads = {
    "disk": lambda: fill(lambda path, fd: os.close(fd)),
    "removed": lambda: fill(hold_open),
    "mapped": lambda: fill(hold_mapped),
    "output": write_out,
    "time": stay,
    "processes": multiply,
}
`
