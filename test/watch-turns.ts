/**
 * The duration of a turn of the event loop, in milliseconds of its thread's CPU: a busy machine suspends threads for
 * long without any blocking code.
 */
export function watchTurns(): { takeLongest(): number } {
  let before = cpuMillis()
  let longest = 0
  const look = () => {
    const now = cpuMillis()
    longest = Math.max(longest, now - before)
    before = now
  }
  // A due timer runs once per turn.
  setInterval(look, 1).unref()
  return {
    takeLongest() {
      look()
      const taken = longest
      longest = 0
      return taken
    },
  }
}

/** Work that took `referenceMillis` of CPU where limits were measured; returns how much longer it takes here and now. */
export function measureSlowness(): number {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ id: n, name: `Service ${n}`, rate: n / 100 }))
  const text = JSON.stringify(rows)
  const begun = cpuMillis()
  for (let n = 0; n < 3; n += 1) JSON.parse(text)
  return (cpuMillis() - begun) / referenceMillis
}

const referenceMillis = 12

function cpuMillis(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
