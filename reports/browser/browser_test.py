"""The pages in a real browser: Chromium, driven by Selenium.

Usage: browser_test.py ULPGATE REPORT_DIR [AXE_JS]: the command, a folder of example reports (NAME/report.json), and
axe-core where it is there. Exit status 77 where the browser or Selenium is missing.
"""
import base64
import functools
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("not run: python3-selenium is not installed")
    sys.exit(77)

CHROMIUM, DRIVER = pathlib.Path("/usr/bin/chromium"), pathlib.Path("/usr/bin/chromedriver")
if not CHROMIUM.exists() or not DRIVER.exists():
    print("not run: chromium and chromium-driver are not installed")
    sys.exit(77)

ULPGATE = pathlib.Path(sys.argv[1]).resolve()
REPORTS = pathlib.Path(sys.argv[2]).resolve()
AXE = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 and pathlib.Path(sys.argv[3]).exists() else None


def browser(width=1280, scripts=True, dark=False):
    options = Options()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--window-size={width},900"):
        options.add_argument(argument)
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(str(DRIVER)), options=options)
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                               {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


def requests_of(driver):
    """Addresses that the browser was asked for since the last call."""
    found = []
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            found.append(message["params"]["request"]["url"])
    return found


def planted(report):
    """A later run of the same: one row fails, one drifts, one is gone; another driver."""
    later = json.loads(json.dumps(report))
    later["environment"]["cuda"] = {"runtime": "99.9"}
    passing = [row for row in later["rows"] if row["verdict"] == "pass" and not row["requirement"].startswith("API-")]
    failing, drifting, gone = passing[0], passing[1], passing[-1]
    failing.update(verdict="fail", failed=1, message="planted")
    drifting["rms_ulp_error"] = drifting.get("rms_ulp_error", 0) + 1
    later["rows"].remove(gone)
    counts = later["footer"]["counts"]
    counts["pass"] -= 2
    counts["fail"] += 1
    later["footer"]["judged"] -= gone["judged"]
    return later, failing["id"], drifting["id"], gone["id"]


def changed_in_many_ways(report):
    """Of the same, a report in which each row changed in one of the ways that a comparison tells apart."""
    ways = (lambda row: row.update(failed=row["judged"], verdict="fail"),
            lambda row: row.update(verdict="deviation"),
            lambda row: row.update(seed="77"),
            lambda row: row.update(fingerprint="xxh3-64:0123456789abcdef"),
            lambda row: row.update(judged=row["judged"] + 1),
            lambda row: row.update(judged=0, failed=0, verdict="not run", coverage="none",
                                   reason={"category": "time", "text": "none was left"}),
            lambda row: row.update(judged=0, failed=0, verdict="crashed", coverage="none", fingerprint=""),
            lambda row: row.update(max_error_over_bound=0.5),
            lambda row: row.pop("claims", None),
            lambda row: None)
    later = json.loads(json.dumps(report))
    for number, row in enumerate(later["rows"]):
        if row["verdict"] == "fail":
            row["failed"] = row["judged"]
        elif row["verdict"] == "pass":
            ways[number % len(ways)](row)
    counts = {name: 0 for name in later["footer"]["counts"]}
    for row in later["rows"]:
        counts[row["verdict"]] += 1
    later["footer"]["counts"] = counts
    later["footer"]["judged"] = sum(row["judged"] for row in later["rows"] if not row["requirement"].startswith("API-"))
    return later


@functools.cache
def pages():
    """Every kind of page, made once."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ulpgate-browser-"))
    examples = sorted(path.parent for path in REPORTS.glob("*/report.json"))
    report = json.loads((examples[0] / "report.json").read_text())
    later, failing, drifting, gone = planted(report)
    (folder / "later").mkdir()
    (folder / "later" / "report.json").write_text(json.dumps(later))
    (folder / "worse").mkdir()
    (folder / "worse" / "report.json").write_text(json.dumps(changed_in_many_ways(later)))
    run = functools.partial(subprocess.run, check=True, stdout=subprocess.DEVNULL)
    run([ULPGATE, "diff", examples[0], folder / "later", "--html", folder / "diff.html"])
    run([ULPGATE, "site", *examples, folder / "later", folder / "worse", "-o", folder / "site"])
    operation = next((folder / "site" / "operation").glob("*.html"))
    profile = next((folder / "site" / "report").glob("*/profile.html"))
    return {"report": folder / "site/report/later/index.html", "diff": folder / "diff.html",
            "site": folder / "site/index.html", "operation": operation,
            "profile": profile, "facts": folder / "site/facts.html", "any": folder / "site/diff.html",
            "requirement": next((folder / "site" / "requirement").glob("*-1.html")),
            "planted": {"new-fail": failing, "drift-within-bound": drifting, "removed": gone}}


KINDS = ("report", "diff", "site", "operation", "requirement", "profile", "facts", "any")


def counts_of(old, new):
    """What `ulpgate diff` says of two reports of the site: rows by change, and those that changed."""
    root = pages()["site"].parent / "report"
    done = subprocess.run([ULPGATE, "diff", root / old, root / new, "--json", "-"], stdout=subprocess.PIPE)
    said = json.loads(done.stdout)
    return said["counts"], {(group["change"], row["id"]) for group in said["groups"] for row in group["rows"]}


class Pages(unittest.TestCase):
    def setUp(self):
        self.driver = None

    def tearDown(self):
        if self.driver:
            self.driver.quit()

    def open(self, kind, **options):
        if not self.driver:
            self.driver = browser(**options)
        self.driver.get(pages()[kind].as_uri())
        return self.driver

    def test_nothing_is_asked_for_outside_and_the_console_is_silent(self):
        for kind in KINDS:
            driver = self.open(kind)
            root = pages()["diff"].parent.as_uri()
            for address in requests_of(driver):
                self.assertTrue(address.startswith((root, "data:")), f"{kind} asks for {address}")
            self.assertEqual(driver.get_log("browser"), [], kind)

    def test_a_cell_of_the_matrix_opens_its_evidence(self):
        driver = self.open("report")
        cell = driver.find_element(By.CSS_SELECTOR, ".m td.p a")
        cell.click()
        rows = driver.find_elements(By.CSS_SELECTOR, "#panel tbody")
        self.assertGreater(len(rows), 0)
        self.assertIn("bound", rows[0].text + driver.find_element(By.ID, "panel").text)
        heading = driver.find_element(By.CSS_SELECTOR, "#panel h3")
        self.assertEqual(driver.switch_to.active_element, heading)
        top = driver.execute_script("return arguments[0].getBoundingClientRect().top", heading)
        self.assertTrue(0 <= top < 900, f"the heading is out of sight: {top}")

    def test_search_and_filters_find_rows(self):
        driver = self.open("report")
        everything = driver.find_element(By.CSS_SELECTOR, "#panel output").text
        driver.find_element(By.CSS_SELECTOR, "#panel input[type=search]").send_keys("planted")
        self.assertIn("1 of 1 rows that match", driver.find_element(By.CSS_SELECTOR, "#panel output").text)
        self.assertIn(pages()["planted"]["new-fail"], driver.find_element(By.ID, "panel").text)
        driver.find_element(By.CSS_SELECTOR, "#panel button").click()
        self.assertEqual(driver.find_element(By.CSS_SELECTOR, "#panel output").text, everything)

    def test_the_diff_shows_what_was_planted(self):
        driver = self.open("diff")
        for change, row in pages()["planted"].items():
            self.assertIn(row, driver.find_element(By.ID, change).text)
        self.assertIn("cuda.runtime", driver.find_element(By.ID, "verdict").text)
        driver.find_element(By.ID, "search").send_keys(pages()["planted"]["removed"])
        self.assertEqual(driver.find_element(By.ID, "count").text, "1 of 3 rows")
        driver.find_element(By.ID, "search").clear()
        driver.find_element(By.ID, "search").send_keys(" ")
        driver.find_element(By.CSS_SELECTOR, "input[value=removed]").click()
        self.assertEqual(driver.find_element(By.ID, "count").text, "2 of 3 rows")

    def test_two_columns_of_a_site_are_compared(self):
        driver = self.open("site")
        lists = driver.find_elements(By.CSS_SELECTOR, "#compare select")
        heads = driver.find_elements(By.CSS_SELECTOR, "#cells thead th")
        self.assertGreaterEqual(len(heads), 3)
        for index, choice in enumerate(lists):
            driver.execute_script("arguments[0].value = arguments[1]; "
                                  "arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", choice, str(index))
        self.assertRegex(driver.find_element(By.CSS_SELECTOR, "#compare output").text, r"^\d+ of \d+ cells differ$")

    def test_any_two_reports_are_compared_as_by_ulpgate_diff(self):
        driver = self.open("any")
        slugs = [option.get_attribute("value") for option in driver.find_elements(By.CSS_SELECTOR, "#any select")[0]
                 .find_elements(By.TAG_NAME, "option")]
        self.assertIn("later", slugs)
        names = sorted(path.parent.name for path in REPORTS.glob("*/report.json"))
        for old, new in ((names[0], "later"), ("later", names[0]), (names[0], names[1]), (names[-1], "later"),
                         ("later", "worse")):
            driver.get(pages()["any"].as_uri() + f"#{old}/{new}")
            driver.refresh()  # what follows # alone loads nothing
            counts, changed = counts_of(old, new)
            for _ in range(100):
                if "rows" in driver.find_element(By.CSS_SELECTOR, "#any output").text:
                    break
                driver.execute_async_script("setTimeout(arguments[arguments.length - 1], 50)")
            shown = driver.execute_script(
                "return [...document.querySelectorAll('#any .t')][0].tBodies[0].textContent && "
                "[...[...document.querySelectorAll('#any .t')][0].tBodies[0].rows].map(r => "
                "[r.cells[0].textContent.split(' ')[1], Number(r.cells[1].textContent.replace(/,/g, ''))])")
            self.assertEqual(dict(shown), counts, f"{old} {new}")
            button = driver.find_element(By.CSS_SELECTOR, "#any button")
            while button.is_displayed():
                driver.execute_script("arguments[0].click()", button)
            rows = driver.execute_script("return [...document.querySelectorAll('#any .d2 tbody tr')].map(r => "
                                         "[r.cells[0].textContent.split(' ')[1], r.cells[1].textContent])")
            self.assertEqual({tuple(row) for row in rows}, changed, f"{old} {new}")
        planted_rows = pages()["planted"]
        driver.get(pages()["any"].as_uri() + f"#{names[0]}/later")
        driver.refresh()
        driver.find_element(By.CSS_SELECTOR, "#any input[type=search]").send_keys(planted_rows["new-fail"])
        self.assertIn("1 of 1 rows", driver.find_element(By.CSS_SELECTOR, "#any output").text)
        self.assertEqual(driver.get_log("browser"), [])

    def test_everything_can_be_read_without_scripts(self):
        for kind in KINDS:
            self.open(kind, scripts=False)
            self.assertGreater(len(self.driver.find_elements(By.CSS_SELECTOR, "table tbody tr")), 0, kind)
        self.open("report")
        tables = self.driver.find_elements(By.CSS_SELECTOR, "#evidence details table")
        self.assertGreater(len(tables), 0)

    def test_nothing_is_cut_off_on_a_phone(self):
        for kind in KINDS:
            driver = self.open(kind)
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                   {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True})
            driver.get(pages()[kind].as_uri())
            self.assertLessEqual(driver.execute_script("return document.documentElement.scrollWidth"), 360, kind)

    def test_it_prints(self):
        for kind in KINDS:
            driver = self.open(kind)
            pdf = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
            self.assertTrue(pdf.startswith(b"%PDF"), kind)

    def focused(self):
        """What has the focus, as "TAG text"."""
        return self.driver.execute_script(
            "const e = document.activeElement; return e.tagName + ' ' + (e.getAttribute('aria-label') || e.name || "
            "e.getAttribute('href') || e.type || e.textContent.slice(0, 40))")

    def press(self, *keys):
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(key).perform()

    def test_a_cell_is_opened_and_left_by_keyboard(self):
        driver = self.open("report")
        cells = [link.get_attribute("href") for link in driver.find_elements(By.CSS_SELECTOR, ".m td a")]
        wanted = cells[min(3, len(cells) - 1)]
        for _ in range(400):
            self.press(Keys.TAB)
            if driver.switch_to.active_element.get_attribute("href") == wanted:
                break
        self.assertEqual(driver.switch_to.active_element.get_attribute("href"), wanted)
        outline = driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
        self.assertNotEqual(outline, "none", "the focus can be seen")
        self.press(Keys.ENTER)
        self.assertEqual(driver.switch_to.active_element, driver.find_element(By.CSS_SELECTOR, "#panel h3"))
        self.assertNotEqual(driver.find_element(By.CSS_SELECTOR, "#panel h3").text, "All rows")
        self.press(Keys.ESCAPE)
        self.assertEqual(driver.switch_to.active_element.get_attribute("href"), wanted)
        self.assertEqual(driver.find_element(By.CSS_SELECTOR, "#panel h3").text, "All rows")

    def test_the_keyboard_goes_through_the_page_in_its_order(self):
        for kind in KINDS:
            driver = self.open(kind)
            reachable = driver.execute_script(
                "return [...document.querySelectorAll('a[href], input, select, button, summary, [tabindex=\"0\"]')]"
                ".filter(e => e.offsetParent !== null && e.checkVisibility()).length")
            tops, count = [], min(reachable, 60)
            for _ in range(count):
                self.press(Keys.TAB)
                tops.append(driver.execute_script(
                    "const r = document.activeElement.getBoundingClientRect(); return [r.top + scrollY, "
                    "document.activeElement.closest('.filter') ? 0 : 1, document.activeElement.tagName]"))
            self.assertNotIn("BODY", [tag for _, _, tag in tops], kind)
            ordered = [top for top, in_flow, _ in tops if in_flow]
            # Cells of one line, and what stands beside each other, count as one place.
            self.assertTrue(all(b >= a - 400 for a, b in zip(ordered, ordered[1:])), f"{kind}: {ordered}")

    def test_filters_are_reached_by_keyboard(self):
        for kind, wanted in (("report", {"INPUT", "SELECT", "BUTTON"}), ("diff", {"INPUT"}), ("site", {"SELECT"})):
            driver = self.open(kind)
            if kind == "report":
                driver.get(pages()[kind].as_uri() + "#evidence")
                driver.execute_script("document.querySelector('#panel input').focus()")
            seen = {driver.execute_script("return document.activeElement.tagName")}
            for _ in range(30):
                self.press(Keys.TAB)
                seen.add(driver.execute_script("return document.activeElement.tagName"))
            self.assertLessEqual(wanted, seen, kind)

    def test_plots_are_drawn_and_have_their_numbers(self):
        driver = self.open("report")
        plots = driver.find_elements(By.CSS_SELECTOR, ".plot")
        if not plots:
            self.assertIn("plots are tables", driver.find_element(By.ID, "plots").get_attribute("textContent"))
            return
        self.assertEqual(len(plots), len(driver.find_elements(By.CSS_SELECTOR, "#plots details table")))
        for plot in plots:
            driver.execute_script("arguments[0].scrollIntoView()", plot)
            colours = driver.execute_async_script(
                "const [plot, done] = arguments; const look = (tries) => { const canvas = plot.querySelector('canvas');"
                "if (!canvas || !canvas.width) { if (tries > 0) return setTimeout(() => look(tries - 1), 50); return done(0); }"
                "const d = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data; const seen = new Set();"
                "for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);"
                "done(seen.size); }; look(60);", plot)
            self.assertGreater(colours, 3, plot.get_attribute("aria-label"))
            self.assertTrue(plot.get_attribute("aria-label"))
        self.assertEqual(driver.get_log("browser"), [])

    @unittest.skipUnless(AXE, "axe-core is not there")
    def test_axe_finds_no_violation(self):
        source = AXE.read_text() if AXE else ""
        for dark in (False, True):
            for kind in KINDS:
                driver = self.open(kind, dark=dark)
                driver.execute_script(source)
                found = driver.execute_async_script(
                    "const done = arguments[arguments.length - 1];"
                    "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}).then("
                    "result => done(result.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html))))")
                self.assertEqual(found, [], f"{kind}, {'dark' if dark else 'light'}")
            self.driver.quit()
            self.driver = None


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
