import { useEffect, useState } from 'react'

const steps = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3_600 },
  { unit: 'hour', seconds: 3_600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 30 * 86_400 },
] as const

const refreshMilliseconds = 30_000

/** "5 min. ago", kept right while it is on the screen, with the exact moment as its title and in `datetime`. */
export function RelativeTime({ date, className }: { date: Date; className?: string }) {
  const now = useNow()
  const absolute = date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <time dateTime={date.toISOString()} title={absolute} className={className} suppressHydrationWarning>
      {relativeTo(date, now)}
    </time>
  )
}

export function relativeTo(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 10) return 'just now'
  const step = steps.find(({ below }) => distance < below)
  if (step === undefined) return date.toLocaleDateString('en', { dateStyle: 'medium' })
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' }).format(
    Math.round(seconds / step.seconds),
    step.unit,
  )
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMilliseconds)
    return () => clearInterval(timer)
  }, [])
  return now
}
