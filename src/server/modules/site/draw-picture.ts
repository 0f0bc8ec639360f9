import { argv, stdout } from 'node:process'

import { drawCard, drawIcon } from './draw-brand.ts'

/** A process of its own: see draw-apart.ts. Its one argument says what to draw; the picture is what it writes. */
const asked: Asked = JSON.parse(argv[2] ?? '{}') // by draw-apart.ts
stdout.write(await ('language' in asked ? drawCard(asked) : drawIcon(asked)))

export type Asked = Parameters<typeof drawCard>[0] | Parameters<typeof drawIcon>[0]
