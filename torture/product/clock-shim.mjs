/**
 * Loaded into the product by NODE_OPTIONS: offsets its wall clock by the milliseconds in a file, as on a machine
 * whose clock was set wrong or corrected. Monotonic time is unaffected, as it would be there.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'

const file = process.env['TORTURE_CLOCK_FILE']
const RealDate = Date
let offset = 0

const look = () => {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    offset = 0
  }
}

if (file) {
  look()
  setInterval(look, 100).unref()
  const now = () => RealDate.now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, caller) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, caller),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
