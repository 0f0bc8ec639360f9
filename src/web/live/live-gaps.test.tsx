import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLiveEvent, useLiveGaps } from './live-events.ts'

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

let root: Root
/** Each stream that was asked for: it stands once it is answered, until it breaks. */
let streams: { answer: () => void; breakOff: () => void }[]
beforeEach(() => {
  streams = []
  localStorage.setItem('session', JSON.stringify({ token, user }))
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        let breakOff = () => {}
        const body = new ReadableStream({
          start(controller) {
            breakOff = () => controller.error(new Error('the line broke'))
          },
        })
        const answer = () => resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
        streams.push({ answer, breakOff: () => breakOff() })
      }),
  )
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  root.unmount()
  localStorage.removeItem('session')
  vi.unstubAllGlobals()
})

test('what a page read is read anew when the stream stands for the first time, and each time that it is back', async () => {
  const reread = vi.fn<() => void>()
  function Page() {
    useLiveEvent('ticket', () => {})
    useLiveGaps(reread)
    return null
  }
  root.render(<Page />)
  await expect.poll(() => streams).toHaveLength(1)
  expect(reread).not.toHaveBeenCalled()
  streams[0]?.answer()
  await expect.poll(() => reread.mock.calls.length).toBe(1)
  streams[0]?.breakOff()
  await expect.poll(() => streams).toHaveLength(2)
  expect(reread).toHaveBeenCalledTimes(1)
  streams[1]?.answer()
  await expect.poll(() => reread.mock.calls.length).toBe(2)
})
