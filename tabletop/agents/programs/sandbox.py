"""Starts a program with as many walls as the system supports: run as a file, `python -I -S sandbox.py ORDER.json`.

It uses only the standard library and is small, because it is started for each process. It makes the walls, starts the
program as its child, and waits: it ends when the referee ends, the program ends with it, and its scratch folder and its
control group are removed. On `status` it writes one JSON object per line: first the program's process id, then the
active walls, or why the program can't be started. Between these it waits for a line on `life`: the folders of the
control group in which the referee has put the program.
"""

import contextlib
import ctypes
import errno
import json
import os
import resource
import select
import signal
import stat
import struct
import sys
import time

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
MS_BIND = 4096
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # Landlock's system calls, the same on all machines
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}  # of files, by Landlock's version
RIGHTS_NOW = (1 << 16) - 1
FILES_ALONE = EXECUTE | WRITE_FILE | READ_FILE | (1 << 14) | (1 << 15)  # rights that a file, not a folder, can have
TCP, ABSTRACT_SOCKETS_AND_SIGNALS = 3, 3
SCRATCH_MIB = 64
SCRATCH_FILES = 16384
INSIDE = 1000  # user and group, as seen from inside a user namespace
USERS = 2_000_000_000  # and the launcher's process id: a user and a group that nobody else is
MOST_LOOKED_AT = 2000  # files, of a folder that another user must be able to read
TASKS = 16  # that are allowed for each process: its threads, too
GROUP_ENDS = 5.0  # seconds

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library; OSError: it fails."""
    result = int(getattr(libc, name)(*arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def unshare(*names: str) -> bool:
    """Leave these namespaces of the system; return whether it allows that."""
    user, group = os.geteuid(), os.getegid()
    try:
        call("unshare", sum(NEW_NAMESPACES[name] for name in names))
    except OSError:
        return False
    if "user" in names:
        for file, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{INSIDE} {user} 1"),
            ("gid_map", f"{INSIDE} {group} 1"),
        ):
            with open(f"/proc/self/{file}", "w") as map_file:
                map_file.write(text)
    return True


def own_scratch(scratch: str, user: int | None) -> None:
    """Mount a small private file system on the scratch folder: what is written there is lost with the process."""
    options = f"size={SCRATCH_MIB}m,nr_inodes={SCRATCH_FILES},mode=700"
    options += "" if user is None else f",uid={user},gid={user}"
    call("mount", b"tmpfs", scratch.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, options.encode())


def remove_scratch(scratch: str) -> None:
    """Remove the scratch folder, once the program has ended: the referee may have been killed and can't."""
    import shutil  # not while somebody waits for the program to start

    try:
        shutil.rmtree(scratch, ignore_errors=True)
    except RecursionError:  # folders within folders, more than Python's removal can follow
        os.spawnlp(os.P_WAIT, "rm", "rm", "-rf", "--", scratch)


def _written(path: str, text: str) -> bool:
    try:
        with open(path, "r+") as opened:  # doesn't make a file
            opened.write(text)
    except OSError:
        return False
    return True


def end_group(folders: list[str]) -> None:
    """End all processes in a control group, which may be stopped."""
    stops, deadline = [f"{folder}/freezer.state" for folder in folders], time.monotonic() + GROUP_ENDS
    while _members(folders) and time.monotonic() < deadline:
        for file in stops:  # so that none starts another one meanwhile
            _written(file, "FROZEN")
        for folder in folders:
            _written(f"{folder}/cgroup.kill", "1")
        for member in _members(folders):
            with contextlib.suppress(OSError):
                os.kill(member, signal.SIGKILL)
        for file in stops:
            _written(file, "THAWED")
        time.sleep(0.002)


def _members(folders: list[str]) -> set[int]:
    """Return the processes of a control group, as far as we see them."""
    members = ""
    for folder in folders:
        with contextlib.suppress(OSError), open(f"{folder}/cgroup.procs") as listed:
            members += listed.read()
    return {int(member) for member in members.split()} - {0}  # 0: of another process namespace


def remove_group(folders: list[str]) -> None:
    """Remove a control group in which all processes have ended."""
    deadline = time.monotonic() + GROUP_ENDS
    for folder in folders:
        while os.path.exists(folder) and time.monotonic() < deadline:
            try:
                os.rmdir(folder)
            except OSError as error:
                if error.errno != errno.EBUSY:
                    break
                time.sleep(0.002)


def lay_bare(paths: list[str], folders: list[str]) -> None:
    """Let another user reach these files and folders, also below folders that it may not enter.

    Such a folder is covered by an empty one, in which they are mounted at their places. Only this process and its
    children see that. Of `folders` just the places are there, with what is mounted in them.
    """
    covered: dict[str, list[tuple[str, int]]] = {}
    for name in sorted({each for path in paths for each in (os.path.abspath(path), os.path.realpath(path))}):
        if (closed := _closed_above(name)) is not None:
            covered.setdefault(closed, []).append((name, os.open(name, os.O_PATH | os.O_CLOEXEC)))
    places = [folder for folder in folders if _closed_above(folder) in covered]
    for closed, inner in covered.items():
        call("mount", b"tmpfs", closed.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, b"size=1m,mode=755")
        for name, opened in inner:
            source = f"/proc/self/fd/{opened}"
            if not os.path.exists(name):  # else it is there with its folder
                os.makedirs(name if os.path.isdir(source) else os.path.dirname(name), exist_ok=True)
                if not os.path.isdir(source):
                    os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o644))
                call("mount", source.encode(), name.encode(), None, MS_BIND | MS_REC, None)
            os.close(opened)
    for place in places:
        os.makedirs(place, exist_ok=True)


def _closed_above(path: str) -> str | None:
    """Return the first folder on the way to a path that other users may not enter; None: there is none."""
    parts = path.split("/")
    folders = ["/".join(parts[:number]) for number in range(2, len(parts))]
    return next((folder for folder in folders if not os.stat(folder).st_mode & stat.S_IXOTH), None)


def _readable(path: str) -> bool:
    """Tell whether we can read a file, or all in a folder, as far as it is looked at."""
    looked = 0
    todo = [path]
    while todo and looked < MOST_LOOKED_AT:
        path = todo.pop()
        looked += 1
        if os.path.islink(path):
            continue
        is_folder = os.path.isdir(path)
        if not os.access(path, os.R_OK | (os.X_OK if is_folder else 0)):
            return False
        if is_folder:
            todo += [entry.path for entry in os.scandir(path)]
    return True


def another_user(order: dict, walls: list[str]) -> int | None:
    """Return a user of the kernel's that nobody else is, if it can read all that the program needs; None: it can't."""
    user, groups = int(order["user"]), os.getgroups()
    needed = [order["command"][0], *order["readable"]]
    try:
        if "mount" in walls:
            lay_bare([*needed, order["scratch"]], [order["folder"], *order["listed"]])
        os.setgroups([])
        os.setresgid(user, user, 0)
        os.setresuid(user, user, 0)
        can_read = all(os.access(path, os.R_OK) for path in needed) and all(map(_readable, order["own"]))
        can_read = can_read and all(os.access(path, os.X_OK) for path in (needed[0], order["folder"]))
    except OSError:  # no right to it, or few users are known: in a container
        can_read = False
    os.setresuid(0, 0, 0)
    os.setresgid(0, 0, 0)
    if not can_read:
        with contextlib.suppress(OSError):
            os.setgroups(groups)
    return user if can_read else None


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
        limits["RLIMIT_NPROC"] = processes * TASKS
    for name, value in limits.items():
        if (kind := getattr(resource, name, None)) is not None:
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (value, value))


def confined(order: dict, status: int, walls: list[str]) -> None:
    """In the child: make the last walls, report the active ones, and become the program."""
    try:
        linux = sys.platform == "linux"
        root = os.geteuid() == 0
        user = None
        if linux:
            _written("/proc/self/oom_score_adj", "1000")  # if the system has no memory left, this ends first
            walls += [name for name in ("mount", "network", "ipc") if order["walls"] and unshare(name)]
            if "ipc" in walls:
                _written("/proc/sys/kernel/shm_rmid_forced", "1")  # shared memory that nobody has any more goes
            if "mount" in walls:
                call("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
            if root and "user" not in walls:
                user = another_user(order, walls)
            if "mount" in walls:
                own_scratch(order["scratch"], user)
            elif user is not None:
                os.chown(order["scratch"], user, user)
            if user is not None:
                os.setresgid(user, user, user)
                os.setresuid(user, user, user)
                walls.append("another user")
            elif root and "user" not in walls and order["walls"] and unshare("user"):
                walls.append("user")
            call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # a change of user would undo it
            call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        os.setsid()
        if linux and os.geteuid() == 0 and "user" not in walls:
            call("prctl", PR_SET_SECUREBITS, NO_ROOT, 0, 0, 0)
            walls.append("no privileges")
        is_counted = not root or user is not None  # root's processes never are
        limit(order["memory"], order["processes"], user is not None or "user" in walls)
        walls += ["number of a user's"] if is_counted and (user is not None or "user" in walls) else []
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
    order["user"] = USERS + os.getpid()
    walls: list[str] = []
    if linux and order["walls"]:
        # Root needs no user namespace for the others, and its child becomes another user before it makes one.
        for names in (["process"], ["user", "process"], ["user"])[os.geteuid() != 0 :]:
            if unshare(*names):
                walls = names
                break
    if linux and "process" not in walls:
        call("prctl", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # processes that the program leaves behind can be found
    wait, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(go)
        if os.read(wait, 1):  # until it is in its group
            confined(order, status, walls)
        os._exit(127)
    # Sent to all of a terminal's or a service's processes: the referee ends us, and the scratch folder is removed.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    os.write(status, json.dumps({"pid": child}).encode() + b"\n")
    os.close(status)
    for number in (0, 1, 2):  # only the program's own: so the referee notices when it closes them
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    folders = json.loads(os.read(life, 1 << 16) or b"null")
    if folders is not None:
        os.write(go, b"!")
    os.close(go)
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
            end_group(folders or [])
            number, code = os.waitpid(child, 0)
        if number:
            end_group(folders or [])
            if is_orphan:  # else the referee still wants to know what is in it
                remove_group(folders or [])
            remove_scratch(order["scratch"])
            os._exit(os.waitstatus_to_exitcode(code) % 256 if code & 0x7F == 0 else 128 + (code & 0x7F))


if __name__ == "__main__":
    main()
