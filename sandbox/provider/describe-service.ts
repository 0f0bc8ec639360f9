import type { Random } from './random.ts'

/** Descriptions as sellers write them: HTML from an editor, plain lists, two languages, or nothing. */
export function describeService({
  noun,
  start,
  speed,
  guarantee,
  min,
  max,
  random,
}: {
  noun: string
  start: string
  speed: string
  guarantee: string
  min: number
  max: number
  random: Random
}): string {
  const facts = [
    `⏱ ${start}`,
    `🚀 Speed: ${speed}`,
    `♻️ ${guarantee || 'No guarantee'}`,
    `Min ${min} / Max ${max}`,
  ]
  const style = random.next()
  if (style < 0.12) return ''
  if (style < 0.45)
    return (
      `<p><strong>${noun}</strong></p><ul>${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>` +
      '<p style="color:red">Don&#39;t change the username &amp; keep the account <b>public</b>.</p>'
    )
  if (style < 0.7) return facts.join('<br>') + '<br /><br>Drop ratio: 0 - 5%&nbsp;'
  if (style < 0.8)
    return `<div><a href="https://example.com/how-it-works" target="_blank">How it works</a><br>${facts.join('<br>')}</div>`
  if (style < 0.88) return `Vui lòng để tài khoản ở chế độ công khai.\r\n${facts.join('\r\n')}`
  if (style < 0.94) return `Аккаунт должен быть открыт.\n${facts.join('\n')}`
  return `${facts.join('\n')}\n\nPrice < market & quality > others "guaranteed"`
}
