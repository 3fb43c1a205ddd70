# SPDX-License-Identifier: MIT
"""Tracked files use American spelling, today's names and none of the sentences that were replaced."""

import functools
import os
import pathlib
import re
import subprocess
import unittest

from support import ROOT

# Histories, licenses, inputs of fuzzers, old plugin headers and this list keep their words.
EXEMPT = re.compile(
    r"CHANGELOG\.md|debian/changelog|LICENSE|Tests/Models/Fuzz/(Corpora|Stage/Corpus)/.*|"
    r"Tests/Unit/LibraryHostTests/Museum/.*|"
    r"Tests/House/Language/test_language\.py")

# Parts of words that have another spelling in American English.
BRITISH = re.compile(
    r"behaviour|colour|favour|flavour|honour|humour|labour|neighbour|rumour|licence|defence|offence|"
    r"artefact|catalogue|centimetre|millimetre|kilometre|whilst|learnt|sceptic|"
    r"(?:cancel|label|model|signal|total|travel|equal|dial|fuel|marshal)l(?:ed|ing)$|level(?:led|ling)$|"
    r"^(?:centre[ds]?|fulfil|grey(?:s|ed)?|metre|programmes?)$|"
    r"(?:analy|paraly)s(?:e[ds]?|ing)$|"
    r"(?:author|capital|categor|character|custom|emphas|final|general|initial|local|material|maxim|minim|"
    r"modern|normal|optim|organ|penal|prior|priorit|random|real|recogn|sanit|serial|special|standard|"
    r"summar|synchron|token|util|visual)is(?:e[drs]?|ing|ation)$", re.IGNORECASE)
# Words as texts and identifiers are made of: `isColored` is two.
WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}")

# Names of others' interfaces, and names on the wire.
FOREIGN = re.compile(
    r"(?<=\")colours(?=\")|(?<=refused )cancelled\b|(?<=[\"'`.=\\])cancelled\b|(?<=case )cancelled\b|isCancelled\b|\bCancelledError\b|"
    r"(?<=REFUSAL_REASON_)CANCELLED\b|(?<=G_IO_ERROR_)CANCELLED\b|(?<=POPOVER_GTK_REFUSAL_)CANCELLED\b|"
    r"(?<=IOErrorEnum.)CANCELLED\b|(?<=ATK_RELATION_)LABEL" r"LED_BY\b|(?<=_if_)cancelled\b")

# Names and sentences are written with a bar inside, which keeps this file from holding them.
OLD_NAMES = """
    Plugin|Desk Configuration|Desk Command|Desk Library|Desk Trial|Shelf Trial|Memory Plugin|Roll
    Plugin|Post Plugin|Guest Question|Paper Command|Door Stand|Ins Fleet|Word Daemon|Line Daemon|Word
    Popover|Shell granted|Wish tend|Idleness
"""
# These are words of English, too: only a declaration in Swift counts.
OLD_TYPES = """
    Crumb Pen Surroundings Supervisor Keeper Contents Warrant Raises Journal Hearing Ruling Testimony
    Failure Fault Problem Trouble
"""
OLD_SENTENCES = """
    Looks at a popoverd, |and asks things of it
    Look at unfinished work |that is kept, and change it
    End, lock and unlock what |one customer does
    Let everything |happen again
    How grave it is; |warnings are for alerts
    The least that |is logged
    Say what a kiosk would say |to a signed command
    What it makes of them is its own; |what it does not take is an error of loading it
    it takes too long; |it may still be done
    its time was |over once already
    no plugin is put |into quarantine
    Somebody without whom nothing shall open |is asked in vain where he is not there
    So many of the latest are told |to who does not say how many
    Instead of it a line |that others are told as well
    Whoever leaves more than |`limits.outputBytes` unread
"""


def lines_of(text):
    return [line.strip().replace("|", "") for line in text.strip().splitlines()]


def words_of(text):
    return text.replace("|", "").split()


def tracked():
    """The text files of the tree by path: those that git knows, else all that are not built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.split("\0") if name]
    else:
        names = [
            os.path.relpath(os.path.join(folder, name), ROOT)
            for folder, folders, files in os.walk(ROOT)
            for name in files
            if not folders.sort() and "/." not in os.path.join(folder, name)[len(str(ROOT)):]]
    found = {}
    for name in names:
        path = pathlib.Path(ROOT, name)
        if EXEMPT.fullmatch(name) or not path.is_file() or path.is_symlink():
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            found[name] = data.decode("utf-8", errors="replace")
    return found


def unwrapped(text):
    """A text on one line, without the marks with which lines of comments begin."""
    return re.sub(r"\s*\n[ \t]*(?:///?|#+|\*|>)?[ \t]*", " ", text)


def places(name, text, pattern):
    """Each match with its file and line."""
    return [f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
            for match in pattern.finditer(text)]


class Language(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = tracked()
        cls.swift = {name: text for name, text in cls.files.items() if name.endswith(".swift")}

    def assert_absent(self, files, pattern):
        """Fails once for each file in which the pattern matches."""
        for name, text in files.items():
            with self.subTest(name):
                self.assert_none(places(name, text, pattern))

    def assert_none(self, found):
        if found:
            self.fail("\n" + "\n".join(found))

    def test_the_files_are_found(self):
        self.assertIn("Package.swift", self.files)
        self.assertGreater(len(self.swift), 500)

    def test_the_patterns_match_what_they_forbid(self):
        for text in ("behavi" "ours", "isColo" "ured", "cancel" "led", "Serial" "iser", "initial" "ises", "grey",
                     "unlabel" "led", "analy" "sing", "COLO" "UR"):
            self.assertTrue(any(map(BRITISH.search, WORD.findall(text))), text)
        for text in ("behavior", "canceled", "cancellation", "serializer", "greyhound", "rise", "promised",
                     "precise", "otherwise", "controlled", "parallel", "analysis", "excelled", "filled"):
            self.assertFalse(any(map(BRITISH.search, WORD.findall(text))), text)
        self.assertIn("one two", unwrapped("/// one\n    /// two"))

    def test_spelling_is_american(self):
        is_british = functools.lru_cache(maxsize=None)(lambda word: bool(BRITISH.search(word)))
        for name, text in self.files.items():
            with self.subTest(name):
                words = sorted(word for word in set(WORD.findall(text)) if is_british(word))
                if words:
                    self.assert_none(
                        places(name, FOREIGN.sub("", text), re.compile("|".join(words))))

    def test_names_that_were_replaced_are_gone(self):
        self.assert_absent(self.files, re.compile(rf"\b(?:{'|'.join(words_of(OLD_NAMES))})\b"))

    def test_types_that_were_replaced_are_gone(self):
        names = "|".join(words_of(OLD_TYPES))
        self.assert_absent(self.swift, re.compile(
            rf"(?m)^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol|actor) (?:{names})\b"))

    def test_sentences_that_were_replaced_are_gone(self):
        texts = {name: unwrapped(text) for name, text in self.files.items()}
        self.assert_absent(texts, re.compile("|".join(map(re.escape, lines_of(OLD_SENTENCES)))))

    def test_no_function_is_called_just_take(self):
        self.assert_absent(self.swift, re.compile(r"\bfunc take\b(?=[(<])"))


if __name__ == "__main__":
    unittest.main()
