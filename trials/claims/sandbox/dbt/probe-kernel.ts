/** Python: system calls that the sandbox must refuse. */
export const probeKernel = String.raw`
def scratch():
    path = os.path.join(os.getcwd(), "scratch-%d" % time.monotonic_ns())
    return path, os.open(path, os.O_RDWR | os.O_CREAT)


def falloc():
    _, fd = scratch()
    return done(libc.fallocate(fd, 1, ctypes.c_long(0), ctypes.c_long(mebibyte)))


def reserve():
    _, fd = scratch()
    fcntl.ioctl(fd, 0x4030582A, struct.pack("<hhiqqiI16x", 0, 0, 0, 0, mebibyte, 0, 0))
    return True


def send_file():
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    return socket.send_fds(near, [b"x"], [scratch()[1]]) == 1


def clone_with(flags):
    number = 220 if is_arm else 56
    child = libc.syscall(ctypes.c_long(number), ctypes.c_long(flags | signal.SIGCHLD), 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return done(child)


def clone3():
    args = ctypes.create_string_buffer(struct.pack("<8Q", NEWUSER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0))
    child = libc.syscall(ctypes.c_long(435), args, ctypes.c_long(64))
    if child == 0:
        os._exit(0)
    return done(child)


def mount():
    done(libc.unshare(NEWUSER | NEWNS))
    folder = os.path.join(os.getcwd(), "mounted-%d" % os.getpid())
    os.mkdir(folder)
    return done(libc.mount(b"none", folder.encode(), b"tmpfs", ctypes.c_ulong(0), b"size=1m"))


def outlive(name):
    """Leaves a process that survives its phase."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in range(3):
                os.close(fd)
            for fd in range(3):
                os.open("/dev/null", os.O_RDWR)
            time.sleep(1)
            write(os.path.join(os.getcwd(), name))
        os._exit(0)
    return False
`
