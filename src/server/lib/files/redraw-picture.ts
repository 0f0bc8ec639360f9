import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import type { PictureKind } from './file-kinds.ts'

/** Decoding takes up to 160 MB; 50,000 × 50,000 pixels would take 10 GB. */
const PIXELS_MAX = 40_000_000
const FRAMES_MAX = 300
const SIDE_MAX = 6_000
const SECONDS_MAX = 15
const redrawing = makeSemaphore({ runningMax: 2, waitingMax: 60, waitMs: 60_000 })

/** A square PNG, whatever the shape of the stored picture; the rest is transparent. */
export async function drawSquare(bytes: Buffer, size: number): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const shape = { width: size, height: size, fit: 'contain', background } as const
  return redrawing(async () => (await loadSharp())(bytes).resize(shape).png().toBuffer())
}

export type Redrawn = { bytes: Buffer; width: number; height: number } | { refusal: 'pixels' | 'damaged' }

/**
 * Re-encodes a picture: only its pixels, without location and other metadata. `asStill`: a PNG of the first frame, within
 * that size.
 */
export async function redrawPicture(
  kind: PictureKind,
  bytes: Buffer,
  asStill?: { width: number; height: number },
): Promise<Redrawn> {
  return redrawing(async () => {
    const sharp = await loadSharp()
    try {
      const isMoving = asStill === undefined && (kind === 'gif' || kind === 'webp')
      // Reads only the header; nothing is decoded yet.
      const {
        width,
        height,
        pages = 1,
        pageHeight = height,
      } = await sharp(bytes, { limitInputPixels: false }).metadata()
      if (width * pageHeight * pages > PIXELS_MAX || pages > FRAMES_MAX) return { refusal: 'pixels' }
      const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, animated: isMoving, failOn: 'error' })
        .autoOrient()
        .resize({
          ...(asStill ?? { width: SIDE_MAX, height: SIDE_MAX }),
          fit: 'inside',
          withoutEnlargement: true,
        })
        .timeout({ seconds: SECONDS_MAX })
      const format = asStill === undefined ? (kind === 'jpg' ? 'jpeg' : kind) : 'png'
      const { data, info } = await picture.toFormat(format).toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch {
      // The details of the library's error don't help the user.
      return { refusal: 'damaged' }
    }
  })
}

let loaded: ReturnType<typeof configureSharp> | undefined

/** Loaded with the first picture: most processes never need it. */
function loadSharp() {
  return (loaded ??= configureSharp())
}

async function configureSharp() {
  const { default: sharp } = await import('sharp')
  // One thread, so that requests keep the other cores; no cache, so that nothing of one customer stays for the next.
  sharp.concurrency(1)
  sharp.cache(false)
  // Only the decoders of accepted formats.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
  return sharp
}
