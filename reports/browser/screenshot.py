"""Pictures of pages, as Chromium shows them.

Usage: screenshot.py PAGE OUT.png [--width N] [--height N] [--dark] [--at ID] [--whole]
"""
import argparse
import pathlib

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--at", help="scroll to the element of this id")
    parser.add_argument("--whole", action="store_true", help="all of the page")
    arguments = parser.parse_args()
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    try:
        if arguments.dark:
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                   {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})

        def show(height):
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                   {"width": arguments.width, "height": height, "deviceScaleFactor": 1, "mobile": False})

        show(arguments.height)
        driver.get(arguments.page.resolve().as_uri())
        if arguments.whole:
            show(driver.execute_script("return document.documentElement.scrollHeight"))
        if arguments.at:
            driver.execute_script("document.getElementById(arguments[0]).scrollIntoView()", arguments.at)
        driver.execute_async_script("setTimeout(arguments[0], 800)")
        driver.save_screenshot(str(arguments.out))
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
