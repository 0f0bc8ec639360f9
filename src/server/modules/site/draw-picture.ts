import { argv, stdout } from 'node:process'

import { drawCard, drawIcon } from './draw-brand.ts'

/** Runs as a child process (make-pictures.ts): its argument is the request as JSON, its output the PNG. */
const request: PictureRequest = JSON.parse(argv[2] ?? '{}') // by make-pictures.ts
stdout.write(await ('language' in request ? drawCard(request) : drawIcon(request)))

export type PictureRequest = Parameters<typeof drawCard>[0] | Parameters<typeof drawIcon>[0]
