//! What the page looks like.

use std::io::Cursor;

/// A picture of the page, as PNG.
pub struct Picture(pub Vec<u8>);

impl Picture {
    /// How many pixels have this colour: red, green, blue.
    ///
    /// # Panics
    /// When the driver's picture is no PNG of eight bits a channel.
    pub fn pixels_of(&self, colour: [u8; 3]) -> usize {
        let mut reader =
            png::Decoder::new(Cursor::new(&self.0)).read_info().expect("the driver sends a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a picture has a size")];
        let frame = reader.next_frame(&mut pixels).expect("the picture is whole");
        let samples = frame.color_type.samples();
        pixels[..frame.buffer_size()]
            .chunks_exact(samples)
            .filter(|pixel| pixel.get(..3).is_some_and(|rgb| rgb == colour))
            .count()
    }
}
