//! What the page shows.

use std::time::{Duration, Instant};

use fantoccini::{Locator, elements::Element};
use serde_json::json;
use tokio::time::sleep;

use super::{Picture, Window, WindowError};

/// How long something may take to appear. Generous: the machine may be busy,
/// and waiting ends as soon as it is there.
const PATIENCE: Duration = Duration::from_mins(1);

impl Window {
    /// The text of the page as a reader sees it.
    pub async fn text(&self) -> Result<String, WindowError> {
        let text = self.client().execute("return document.body.innerText", vec![]).await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until the page says this.
    pub async fn wait_for_text(&self, wanted: &str) -> Result<(), WindowError> {
        self.wait(&format!("the text `{wanted}`"), async || Ok(self.text().await?.contains(wanted)))
            .await
    }

    /// The first element that a CSS selector finds, once it is there.
    pub async fn find(&self, selector: &str) -> Result<Element, WindowError> {
        self.locate(Locator::Css(selector), selector).await
    }

    /// The first element that an `XPath` finds, once it is there.
    pub async fn find_path(&self, path: &str) -> Result<Element, WindowError> {
        self.locate(Locator::XPath(path), path).await
    }

    /// The button with this accessible name or text, once it is there. While a
    /// dialog is open, only its own buttons can be pressed and are looked at.
    pub async fn button(&self, name: &str) -> Result<Element, WindowError> {
        let path = format!(
            "//button[normalize-space(.)='{name}' or @aria-label='{name}']\
             [not(@disabled)][not(//dialog[@open]) or ancestor::dialog[@open]]"
        );
        self.locate(Locator::XPath(&path), &format!("the button `{name}`")).await
    }

    async fn locate(&self, place: Locator<'_>, what: &str) -> Result<Element, WindowError> {
        self.wait(what, async || Ok(!self.client().find_all(place).await?.is_empty())).await?;
        Ok(self.client().find(place).await?)
    }

    /// Waits until this holds.
    pub async fn wait(
        &self,
        what: &str,
        holds: impl AsyncFn() -> Result<bool, WindowError>,
    ) -> Result<(), WindowError> {
        let began = Instant::now();
        while !holds().await? {
            if began.elapsed() > PATIENCE {
                let seconds = PATIENCE.as_secs();
                let text = self.text().await?;
                return Err(WindowError::Waited { what: what.to_owned(), seconds, text });
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Waits until what the page has decided to show is drawn: two frames. A
    /// picture taken earlier shows the page of before, or nothing.
    pub async fn settled(&self) -> Result<(), WindowError> {
        const TWO_FRAMES: &str =
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))";
        self.client().execute_async(TWO_FRAMES, vec![]).await?;
        Ok(())
    }

    /// A picture of the page, as it is drawn after two frames.
    pub async fn picture(&self) -> Result<Picture, WindowError> {
        self.settled().await?;
        Ok(Picture(self.client().screenshot().await?))
    }

    /// Makes the page this large, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) -> Result<(), WindowError> {
        self.client().set_window_size(width, height).await?;
        self.wait("the new size", async || {
            let inner = self.client().execute("return [innerWidth, innerHeight]", vec![]).await?;
            Ok(inner == json!([width, height]))
        })
        .await
    }
}
