import { afterEach, expect, test, vi } from 'vitest'
import { showPart } from '#web/testing/show-part.tsx'
import { dragRow, type Dropped } from './drag-row.ts'

let takeAway = () => {}
afterEach(() => takeAway())

const onDrop = vi.fn<(to: Dropped) => void>()
const rows = (
  <table>
    <tbody>
      {[1, 2, 3].map((id) => (
        <tr key={id} style={{ height: 40 }}>
          <td>
            <span data-row-id={id} onPointerDown={(event) => dragRow(event, onDrop)}>
              {id}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function handleOf(id: number): HTMLElement {
  const handle = document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
  if (handle === null) throw new Error(`no handle ${id}`)
  // Without a real pointer there is nothing to capture.
  handle.setPointerCapture = () => {}
  return handle
}

/** Into the upper or lower part of another row. */
function carry(id: number, over: number, part: 0.25 | 0.75, end: 'drop' | 'escape' = 'drop'): void {
  const { top, height } = handleOf(over).closest('tr')?.getBoundingClientRect() ?? new DOMRect()
  const handle = handleOf(id)
  const fire = (type: string) =>
    handle.dispatchEvent(
      new PointerEvent(type, { bubbles: true, button: 0, clientY: top + height * part, pointerId: 1 }),
    )
  fire('pointerdown')
  fire('pointermove')
  if (end === 'escape') window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  fire('pointerup')
}

test('a dropped row reports its neighbour; in its old place, or after Escape, it reports nothing', async () => {
  takeAway = await showPart(rows)
  const droppedBy = (...asked: Parameters<typeof carry>) => {
    onDrop.mockClear()
    carry(...asked)
    return onDrop.mock.calls.flat()
  }
  expect(droppedBy(3, 1, 0.25)).toEqual([{ before: 1 }])
  expect(droppedBy(1, 3, 0.75)).toEqual([{ after: 3 }])
  expect(droppedBy(1, 3, 0.25)).toEqual([{ before: 3 }])
  expect(droppedBy(1, 2, 0.25)).toEqual([])
  expect(droppedBy(2, 2, 0.25)).toEqual([])
  expect(droppedBy(3, 1, 0.25, 'escape')).toEqual([])
})
