"""Sends the payloads of golden packets, and changed copies of them, to the program of answer.cpp on two hosts, and compares the answers.
Usage: compare.py GOLDEN LITTLE_ENDIAN_PROGRAM BIG_ENDIAN_PROGRAM"""
import pathlib
import random
import struct
import subprocess
import sys

ROOTS = ["test_packet", "login", "move", "spawn", "chat", "inventory", "snapshot"]
VIEWS, OBJECTS = range(2)


def payloads(root):
    """Returns a valid payload, and copies with changed bytes, some of them truncated."""
    chance = random.Random(root)
    valid = (pathlib.Path(sys.argv[1]) / (root + ".bin")).read_bytes()[4:]
    for i in range(1000):
        payload = bytearray(valid)
        for _ in range(0 if i == 0 else chance.randint(1, 3)):
            payload[chance.randrange(len(payload))] = chance.randrange(256)
        if i % 10 == 9:
            del payload[chance.randrange(len(payload)):]
        yield bytes(payload)


def ask(program, order):
    """Returns the answers to all questions. Numbers in the protocol of cpp/tests/generated/blocks.hpp have the byte order of the program's host."""
    blocks = b""
    counts = []
    for question in (VIEWS, OBJECTS):
        for i, root in enumerate(ROOTS):
            block = [struct.pack(order + "I", len(payload)) + payload for payload in payloads(root)]
            rest = b"".join(block)
            blocks += struct.pack(order + "4I", question, i, len(block), len(rest)) + rest
            counts.append((question, root, len(block)))
    data = subprocess.run(program, input=blocks, stdout=subprocess.PIPE, check=True).stdout
    answers = []
    at = 0

    def take(size):
        nonlocal at
        at += size
        assert at <= len(data)
        return data[at - size:at]

    def number(letter):
        return struct.unpack(order + letter, take(struct.calcsize(letter)))[0]

    for question, root, count in counts:
        end = number("I") + at
        for i in range(count):
            answer = number("Q") if question == VIEWS else (number("B"), number("B"), take(number("I")), take(number("I")))
            answers.append(((question, root, i), answer))
        assert at == end
    assert at == len(data)
    return answers


little = ask(sys.argv[2].split(), "<")
big = ask(sys.argv[3].split(), ">")
different = [(one, other) for one, other in zip(little, big) if one != other]
for pair in different[:5]:
    print(*pair, sep="\n")
if different:
    sys.exit(f"{len(different)} of {len(little)} answers differ")
valid = sum(answer[0] for (question, _, _), answer in little if question == OBJECTS)
print(f"{len(little)} answers are equal; {valid} of {len(little) // 2} payloads are valid")
