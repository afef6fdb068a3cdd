"""Starts a program with as many walls as the system supports: run as a file, `python -I -S sandbox.py ORDER.json`.

It uses only the standard library and is small, because it is started for each process. It makes the walls, starts the
program as its child, and waits: it ends when the referee ends, the program ends with it, and its scratch folder is
removed. On `status` it writes one JSON object per line: first the program's process id, then the active walls, or why
the program can't be started.
"""

import contextlib
import ctypes
import errno
import json
import os
import resource
import select
import signal
import struct
import sys

NEW_NAMESPACES = {  # CLONE_NEW…
    "user": 0x10000000,
    "mount": 0x00020000,
    "network": 0x40000000,
    "process": 0x20000000,
    "ipc": 0x08000000,
}
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER, PR_SET_SECUREBITS = 1, 38, 36, 28
NO_ROOT = 0x2F  # SECBIT_NOROOT, SECBIT_NO_SETUID_FIXUP, SECBIT_KEEP_CAPS off; all locked
MS_NOSUID, MS_NODEV, MS_REC, MS_PRIVATE = 2, 4, 16384, 1 << 18
MNT_DETACH = 2
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # Landlock's system calls, the same on all machines
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}  # of files, by Landlock's version
RIGHTS_NOW = (1 << 16) - 1
FILES_ALONE = EXECUTE | WRITE_FILE | READ_FILE | (1 << 14) | (1 << 15)  # rights that a file, not a folder, can have
TCP, ABSTRACT_SOCKETS_AND_SIGNALS = 3, 3
SCRATCH_MIB = 64
INSIDE = 1000  # user and group, as seen from inside

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library; OSError: it fails."""
    result = int(getattr(libc, name)(*arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def unshare() -> list[str]:
    """Leave the system's namespaces, as many as it allows; return which."""
    user, group = os.geteuid(), os.getegid()
    every = list(NEW_NAMESPACES)
    for namespaces in (every, [name for name in every if name != "user"], ["user", "network"], []):
        try:
            call("unshare", sum(NEW_NAMESPACES[name] for name in namespaces))
        except OSError:
            continue
        if "user" in namespaces:
            for file, text in (
                ("setgroups", "deny"),
                ("uid_map", f"{INSIDE} {user} 1"),
                ("gid_map", f"{INSIDE} {group} 1"),
            ):
                with open(f"/proc/self/{file}", "w") as map_file:
                    map_file.write(text)
        return namespaces
    return []


def own_scratch(scratch: str) -> None:
    """Mount a small private file system on the scratch folder: what is written there is lost with the process."""
    call("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    options = f"size={SCRATCH_MIB}m,mode=700".encode()
    call("mount", b"tmpfs", scratch.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, options)


def remove_scratch(scratch: str, mounted: bool) -> None:
    """Remove the scratch folder, once the program has ended: the referee may have been killed and can't."""
    import shutil  # not while somebody waits for the program to start

    if mounted:
        with contextlib.suppress(OSError):
            call("umount2", scratch.encode(), MNT_DETACH)
    try:
        shutil.rmtree(scratch, ignore_errors=True)
    except RecursionError:  # folders within folders, more than Python's removal can follow
        os.spawnlp(os.P_WAIT, "rm", "rm", "-rf", "--", scratch)


def landlock(readable: list[str], listed: list[str], scratch: str) -> int:
    """Allow only these to be opened; return Landlock's version, 0: the system doesn't have it."""
    try:
        version = call("syscall", CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    except OSError:
        return 0
    rights = RIGHTS.get(version, RIGHTS_NOW)
    attributes = struct.pack("QQQ", rights, TCP if version >= 4 else 0, ABSTRACT_SOCKETS_AND_SIGNALS)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = call("syscall", CREATE_RULESET, attributes, ctypes.c_size_t(size), 0)
    reading = EXECUTE | READ_FILE | READ_DIR
    rules = [(path, reading) for path in readable] + [(path, READ_DIR) for path in listed]
    rules += [(scratch, rights)] + [(f"/dev/{name}", READ_FILE | WRITE_FILE) for name in ("null", "zero")]
    rules += [(f"/dev/{name}", READ_FILE) for name in ("random", "urandom")]
    for path, allowed in rules:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        if not os.path.isdir(path):
            allowed &= FILES_ALONE
        call("syscall", ADD_RULE, ruleset, 1, struct.pack("=Qi", allowed & rights, place), 0)
        os.close(place)
    call("syscall", RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
    return version


def limit(memory: int, processes: int, counted_apart: bool) -> None:
    """Set the limits that the system enforces for each process."""
    mib = 1 << 20
    limits = {"RLIMIT_CORE": 0, "RLIMIT_DATA": memory * mib, "RLIMIT_FSIZE": SCRATCH_MIB * mib, "RLIMIT_NOFILE": 256}
    if counted_apart:  # otherwise all processes of the user would count
        limits["RLIMIT_NPROC"] = processes * 16  # threads count here
    for name, value in limits.items():
        if (kind := getattr(resource, name, None)) is not None:
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (value, value))


def confined(order: dict, status: int) -> None:
    """In the child: make the last walls, report the active ones, and become the program."""
    try:
        walls = list(order["namespaces"])
        linux = sys.platform == "linux"
        if linux:
            call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        os.setsid()
        if "mount" in walls:
            own_scratch(order["scratch"])
        if linux and os.geteuid() == 0 and "user" not in walls:
            call("prctl", PR_SET_SECUREBITS, NO_ROOT, 0, 0, 0)
            walls.append("no privileges")
        limit(order["memory"], order["processes"], "user" in walls)
        version = landlock(order["readable"], order["listed"], order["scratch"]) if linux else 0
        walls += [f"landlock {version}"] if version else []
        os.chdir(order["folder"])
        os.write(status, json.dumps({"walls": walls}).encode() + b"\n")
        os.execve(order["command"][0], order["command"], order["environment"])
    except BaseException as error:
        words = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        if isinstance(error, OSError) and error.errno == errno.ENOEXEC:
            words = "no program that the system can start (does its first line say #! what runs it?)"
        os.write(status, json.dumps({"failed": words.lower()}).encode() + b"\n")
    os._exit(127)


def main() -> None:
    """Start the program, wait until it or the referee ends, and exit with its status."""
    with open(sys.argv[1]) as file:
        order = json.load(file)
    os.remove(sys.argv[1])
    life, status = order["life"], order["status"]
    for number in (life, status):
        os.set_inheritable(number, False)
    linux = sys.platform == "linux"
    order["namespaces"] = unshare() if linux and order["walls"] else []
    if linux and "process" not in order["namespaces"]:
        call("prctl", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # processes that the program leaves behind can be found
    child = os.fork()
    if child == 0:
        confined(order, status)
    # Sent to all of a terminal's or a service's processes: the referee ends us, and the scratch folder is removed.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    os.write(status, json.dumps({"pid": child}).encode() + b"\n")
    os.close(status)
    for number in (0, 1, 2):  # only the program's own: so the referee notices when it closes them
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    child_fd = os.pidfd_open(child) if hasattr(os, "pidfd_open") else None
    poll = select.poll()
    poll.register(life, select.POLLIN | select.POLLHUP)
    if child_fd is not None:
        poll.register(child_fd, select.POLLIN)
    while True:
        ready = poll.poll(None if child_fd is not None else 50)
        number, code = os.waitpid(child, os.WNOHANG)
        is_orphan = any(place == life for place, _ in ready)
        if is_orphan and not number:
            os.kill(child, signal.SIGKILL)
            number, code = os.waitpid(child, 0)
        if number:
            remove_scratch(order["scratch"], "mount" in order["namespaces"])
            os._exit(os.waitstatus_to_exitcode(code) % 256 if code & 0x7F == 0 else 128 + (code & 0x7F))


if __name__ == "__main__":
    main()
