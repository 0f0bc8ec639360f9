import sharp from 'sharp'

import { makeGate } from '#server/lib/limits/gate.ts'

import type { PictureKind } from './file-kinds.ts'

/** A picture of that many takes some 160 MB for a moment: 50,000 × 50,000 would take 10 GB. */
const PIXELS_MAX = 40_000_000
const FRAMES_MAX = 300
const SIDE_MAX = 6_000
const SECONDS_MAX = 15
const redrawing = makeGate({ runningMax: 2, waitingMax: 60 })

// No cores of requests, and nothing of one customer's kept for the next.
sharp.concurrency(1)
sharp.cache(false)
// Of the many forms that the library reads, those that are taken.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
})

export type Redrawn = { bytes: Buffer; width: number; height: number } | { refusal: 'pixels' | 'damaged' }

/**
 * The same picture made anew: its pixels alone, without where it was taken and whatever else was in the file. `asStill`:
 * a PNG of its first moment that is no larger than that.
 */
export async function redrawPicture(
  kind: PictureKind,
  bytes: Buffer,
  asStill?: { width: number; height: number },
): Promise<Redrawn> {
  return redrawing(async () => {
    try {
      const isMoving = asStill === undefined && (kind === 'gif' || kind === 'webp')
      // By its head alone: nothing of it is unpacked yet.
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
      // The library's words are about the file; to whoever sent it they say that it can not be read.
      return { refusal: 'damaged' }
    }
  })
}
