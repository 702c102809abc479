"""Writes the payloads of golden packets, and broken copies of them, as questions for the program of cpp/tests/generated/answers.hpp."""
import pathlib
import random
import struct
import sys

ROOTS = ["test_packet", "login", "move", "spawn", "chat", "inventory", "snapshot"]

golden = pathlib.Path(sys.argv[1])
chance = random.Random(20)
with open(sys.argv[2], "wb") as out:
    for root, name in enumerate(ROOTS):
        payload = (golden / (name + ".bin")).read_bytes()[4:]
        for i in range(200):
            question = bytearray(payload)
            for _ in range(0 if i == 0 else chance.randint(1, 3)):
                at = chance.randrange(len(question))
                question[at] = chance.randrange(256)
            if i % 10 == 9:
                del question[chance.randrange(len(question)):]
            out.write(struct.pack("<II", root, len(question)) + question)
