"""Pages of a browser, and what they complain of; part of scripts/try-map."""


class Try:
    """One page after the other; what a page complains of fails the run."""

    def __init__(self, browser):
        self.browser = browser
        self.complaints = []
        self.answering = set()

    def page(self, url, width=1280, height=800, **more):
        page = self.browser.new_context(viewport={"width": width, "height": height}, **more).new_page()
        page.on("console", lambda message: self.log(message))
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.on("dialog", lambda dialog: self.dialog(page, dialog))
        page.goto(url)
        return page

    def answers_dialogs(self, page):
        self.answering.add(page)

    def dialog(self, page, dialog):
        if page in self.answering:
            return dialog.accept()
        self.complain(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def log(self, message):
        # Nothing is kept of a device that is new.
        if "404" not in message.text or "/api/history" not in message.location.get("url", ""):
            self.complain(message.text)

    def complain(self, text):
        # A stream that is cut, and a question that is refused, are in the plan.
        if "ERR_" not in text and "401" not in text and "400" not in text and "421" not in text and "willReadFrequently" not in text:
            self.complaints.append(text)
