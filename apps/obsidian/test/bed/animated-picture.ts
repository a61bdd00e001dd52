// @ts-expect-error -- it has no types
import * as gifenc from 'gifenc';
import type { Page } from 'playwright-core';

interface Gif {
  writeFrame(
    index: Uint8Array,
    width: number,
    height: number,
    options: { readonly palette: number[][]; readonly delay: number },
  ): void;
  finish(): void;
  bytes(): Uint8Array;
}

const { GIFEncoder, quantize, applyPalette } = gifenc as unknown as {
  GIFEncoder(): Gif;
  quantize(pixels: Uint8Array, colours: number): number[][];
  applyPalette(pixels: Uint8Array, palette: number[][]): Uint8Array;
};

/** Few are enough for a page, and keep the file small. */
const COLOURS = 64;

/** A picture that moves, made of what a page shows. */
export interface AnimatedPicture {
  /** Adds what the page shows now, for so many milliseconds; what it shows already is shown longer. */
  add(ms: number): Promise<void>;
  /** The file, a GIF. */
  toBytes(): Uint8Array;
}

/** Begins a picture of a page. */
export function createAnimatedPicture(page: Page): AnimatedPicture {
  const frames: { png: string; ms: number; pixels: Uint8Array }[] = [];
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  return {
    async add(ms) {
      const png = (await page.screenshot({ caret: 'hide' })).toString('base64');
      const last = frames.at(-1);
      if (last?.png === png) last.ms += ms;
      else frames.push({ png, ms, pixels: await readPixels(page, png) });
    },
    toBytes() {
      const gif = GIFEncoder();
      for (const { ms, pixels } of frames) {
        const palette = quantize(pixels, COLOURS);
        gif.writeFrame(applyPalette(pixels, palette), width, height, { palette, delay: ms });
      }
      gif.finish();
      return gif.bytes();
    },
  };
}

/** The browser itself reads the PNG. */
async function readPixels(page: Page, png: string): Promise<Uint8Array> {
  const pixels = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const drawn = canvas.getContext('2d');
    drawn?.drawImage(image, 0, 0);
    const { data } = drawn?.getImageData(0, 0, image.width, image.height) ?? { data: new Uint8ClampedArray() };
    const parts: string[] = [];
    for (let at = 0; at < data.length; at += 30_000) parts.push(String.fromCharCode(...data.subarray(at, at + 30_000)));
    return btoa(parts.join(''));
  }, png);
  return new Uint8Array(Buffer.from(pixels, 'base64'));
}
