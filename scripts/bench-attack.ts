import { parseArgs } from 'node:util'

import { benchAttack } from '#bench/attack/attack.ts'

/** `npm run bench:attack -- --minutes=1` is a quick run. */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
process.exitCode = (await benchAttack({ seconds: Number(values.minutes) * 60 })) ? 0 : 1
