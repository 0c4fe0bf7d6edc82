"""Drives the page in headless Chromium as a reader would: mouse, keyboard, sliders, links, files.

drive.py PAGE.html SPIEL-JOINTS [CHROMIUM]; pictures of it go to target/browser/shots.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "target/browser/shots"
LARGEST = 3e6
PATIENCE = 240_000  # ms
# Every control needs a name for those who do not see the page.
NAMELESS = """() => [...document.querySelectorAll('input, select, button, canvas')].filter((element) =>
  !(element.labels?.length || element.getAttribute('aria-label') || element.textContent.trim())).map((element) => element.outerHTML)"""


class Reader:
    """A reader with a page in front of them."""

    def __init__(self, browser, address, width=1280, scheme="light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, accept_downloads=True)
        self.page = context.new_page()
        self.said = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        # A busy computer shows few frames a second: everything is waited for, and nothing is timed.
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready]")

    def close(self):
        """Ends the visit; the console must be empty."""
        assert not self.said, self.said
        self.page.context.close()

    def text(self, place):
        """The text of an element."""
        return self.page.inner_text(place)

    def number(self, name):
        """The number of a variable of the joint."""
        return self.page.evaluate(f"Engine.rows().findIndex((row) => row.name === '{name}')")

    def value(self, name):
        """The present value of a variable of the joint."""
        return self.page.evaluate(f"Engine.values()[{self.number(name)}]")

    def wait(self, condition):
        """Waits until JavaScript's `condition` holds."""
        self.page.wait_for_function(condition)

    def goes_on(self):
        """Waits until the joint's time goes on."""
        before = json.dumps(self.text("#state"))
        self.wait(f"document.querySelector('#state').innerText && document.querySelector('#state').innerText !== {before}")

    def field(self, name):
        """The field of a setting."""
        return self.page.locator(f'[data-name="{name}"]')


def runs_everything(browser, page):
    """Opens every scene, narrow and wide, dark and light, and keeps pictures."""
    reader = Reader(browser, page)
    scenes = reader.page.eval_on_selector_all("#joint option", "all => all.map((one) => one.value)")
    reader.close()
    assert len(scenes) >= 12 and "machine" in scenes, scenes
    for number, scene in enumerate(scenes):
        width, scheme = [(1280, "light"), (400, "dark"), (1280, "dark"), (400, "light")][number % 4]
        reader = Reader(browser, f"{page}#joint={scene}", width, scheme)
        for _ in range(4):
            reader.goes_on()
        assert not reader.text("#refusal"), (scene, reader.text("#refusal"))
        wide = reader.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{scene}: {wide} px on a page of {width}"
        nameless = reader.page.evaluate(NAMELESS)
        assert not nameless, (scene, nameless)
        reader.page.screenshot(path=str(SHOTS / f"{scene}_{width}_{scheme}.png"), full_page=width == 400)
        reader.close()
    print(f"{len(scenes)} scenes run")


def mouse(browser, page):
    """Throws the pin with the mouse."""
    reader = Reader(browser, f"{page}#joint=revolute_clearance")
    box = reader.page.locator("#view").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    reader.page.mouse.move(*middle)
    reader.page.mouse.down()
    reader.page.mouse.move(middle[0] - 100, middle[1] + 2, steps=5)
    # It flew to the lower right before.
    reader.wait(f"Engine.values()[{reader.number('frame_b.vx')}] < -0.05")
    reader.page.mouse.up()
    thrown = reader.value("frame_b.vx")
    reader.close()
    print(f"the mouse throws the pin with {thrown:.2f} m/s")


def keyboard(browser, page):
    """Pauses, steps and pushes with keys alone."""
    reader = Reader(browser, f"{page}#joint=revolute_clearance")
    reader.page.locator("#view").focus()
    reader.page.keyboard.press(" ")
    assert reader.page.get_attribute("#pause", "aria-pressed") == "true"
    before = reader.value("frame_b.x")
    assert reader.value("frame_b.x") == before, "a paused pin moves"
    reader.page.keyboard.press(".")
    assert reader.value("frame_b.x") != before, "a single step moves the pin"
    reader.page.click("#pause")
    reader.page.locator("#view").focus()
    reader.page.keyboard.down("ArrowUp")
    # It fell before.
    reader.wait(f"Engine.values()[{reader.number('frame_b.vy')}] > 0.05")
    reader.page.keyboard.up("ArrowUp")
    reader.close()
    print("keys pause, step and push")


def settings(browser, page):
    """Moves a slider, types values, and opens the link with them."""
    reader = Reader(browser, f"{page}#joint=revolute_clearance")
    slider = reader.page.locator('[data-slider="geometry.clearance"]')
    slider.focus()
    for _ in range(3):
        slider.press("PageDown")
    moved = reader.field("geometry.clearance").input_value()
    assert float(moved) < 5e-4, moved
    assert f"--set geometry.clearance={moved}" in reader.text("#command"), reader.text("#command")
    field = reader.field("contact.restitution")
    field.fill("1.5")
    field.press("Enter")
    field.blur()
    refusal = reader.page.locator('[data-row="contact.restitution"] .refusal').inner_text()
    assert refusal.startswith("contact.restitution = 1.5 is outside"), refusal
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("0.5")
    field.blur()
    assert field.get_attribute("aria-invalid") == "false"
    mass = reader.field("mass")
    mass.fill("2.5")
    mass.blur()
    # The link follows changes within a third of a second.
    reader.wait("location.hash.includes('mass=2.5')")
    address = reader.page.evaluate("location.href")
    other = Reader(browser, address)
    assert float(other.field("geometry.clearance").input_value()) == float(moved)
    assert other.field("contact.restitution").input_value() == "0.5"
    assert other.field("mass").input_value() == "2.5"
    assert other.text("#command") == reader.text("#command")
    other.close()
    with reader.page.expect_download() as download:
        reader.page.click("#csv")
    head, first, *_ = Path(download.value.path()).read_text().splitlines()
    assert head.startswith("time [s],fx.place [m],fx.speed [m/s],fx.load [N],"), head
    assert len(head.split(",")) == len(first.split(",")), head
    reader.close()
    print("sliders, fields, refusals, link and CSV work")


def built(program, words, folder):
    """The start values of the FMU that a command line builds."""
    fmu = Path(folder) / "built.fmu"
    subprocess.run([program, *words, "-o", fmu], check=True, cwd=folder, capture_output=True)
    shown = subprocess.run([program, "describe", fmu, "--json"], check=True, capture_output=True, text=True).stdout
    return {row["name"]: row["start"] for row in json.loads(shown)}


def recipes(browser, page, program):
    """Builds the FMUs that command lines and files of the page describe; their start values are the page's."""
    cases = {
        "worn&geometry.clearance=2e-4&contact.elastic=hertz": ["geometry.clearance", "contact.elastic", "build.cells"],
        "revolute_clearance&coupling.method=predicted&host.mass=4&contact.restitution=.5": [
            "coupling.method", "coupling.mobility_xx", "contact.restitution"],
        "gear_mesh&coupling.method=predicted": ["coupling.mobility"],
        "machine&host.play=2e-4&host.speed=30&B.friction.kinetic=0.2": [
            "B.geometry.clearance", "B.friction.kinetic", "C.contact.restitution"],
    }
    for link, names in cases.items():
        reader = Reader(browser, f"{page}#joint={link}")
        command, file = reader.text("#command").split(), reader.page.text_content("#file")
        rows = {row["name"]: row["start"] for row in reader.page.evaluate("Engine.rows()")}
        reader.close()
        with tempfile.TemporaryDirectory() as folder:
            way = re.match("# (.*)", file)[1].split()
            (Path(folder) / ("machine.toml" if "--group" in command else "THIS.toml")).write_text(file)
            for words in [command, way]:
                starts = built(program, words[1:], folder)
                for name in names:
                    same = starts[name] == rows[name] or float(starts[name]) == float(rows[name])
                    assert same, (words, name, starts[name], rows[name])
    print("commands and files build what the page shows")


def wrong_links(browser, page):
    """Opens links with unknown names and values out of range: the page says so and runs."""
    for link, words in {
        "joint=nonsense": "nonsense", "joint=constructor": "constructor", "host.mass=-1": "Mass of the body = -1",
        "host.mass=abc": "abc", "host.foo=1": "host.foo", "scale=7": "scale 7", "geometry.clearance=abc": "abc",
        "no.such=1": "no.such", "host.step=1e-12": "1e-12",
    }.items():
        reader = Reader(browser, f"{page}#{link}")
        refusal = reader.text("#refusal")
        assert words in refusal, (link, refusal)
        reader.goes_on()
        reader.page.select_option("#joint", "sliced_pin")
        reader.goes_on()
        assert not reader.text("#refusal"), link
        # The page's own link may be written before the event of the reader's comes.
        reader.page.evaluate("location.hash = '#joint=unheard'; history.replaceState(null, '', '#joint=sliced_pin')")
        reader.wait("document.querySelector('#refusal').innerText.includes('unheard')")
        reader.goes_on()
        reader.close()
    print("wrong links are refused, and the page runs on")


def frames(browser, page):
    """Prints the number of frames a second, which depends on the machine and its other work."""
    reader = Reader(browser, f"{page}#joint=revolute_clearance")
    count = reader.page.evaluate("""() => new Promise((done) => {
      let count = 0;
      const begin = performance.now();
      const next = (now) => { count += 1; now - begin < 2000 ? requestAnimationFrame(next) : done((1000 * count) / (now - begin)); };
      requestAnimationFrame(next);
    })""")
    reader.close()
    print(f"{count:.0f} frames a second")


def main():
    """Drives the page through everything."""
    page, program, *rest = sys.argv[1:]
    size = Path(page).stat().st_size
    assert size <= LARGEST, f"{page} has {size / 1e6:.2f} MB"
    SHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        path = rest[0] if rest else "/usr/bin/chromium"
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        address = Path(page).resolve().as_uri()
        runs_everything(browser, address)
        mouse(browser, address)
        keyboard(browser, address)
        settings(browser, address)
        wrong_links(browser, address)
        recipes(browser, address, Path(program).resolve())
        frames(browser, address)
        browser.close()


main()
