import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'

/** The platforms' own colours, for recognition. `ink` is black on white, and inverted in the dark theme. */
type Mark = { colour: string; glyph?: ReactNode; isDark?: boolean }

const ink = 'light-dark(#111111, #f4f4f4)'

/** Drawn by us, in one stroke each, on a tile: white on the brand's colour is readable on any background. */
const marks: Readonly<Record<string, Mark>> = {
  Instagram: {
    colour: '#d6296f',
    glyph: (
      <>
        <rect x="6" y="6" width="12" height="12" rx="3.6" />
        <circle cx="12" cy="12" r="2.9" />
        <path d="M15.4 8.7h.01" strokeWidth="2" />
      </>
    ),
  },
  Facebook: { colour: '#1877f2', glyph: <path d="M15 6.5h-1a2 2 0 0 0-2 2V18M9 12h5.5" strokeWidth="2.2" /> },
  YouTube: { colour: '#e60000', glyph: <path d="m10 8 6 4-6 4z" fill="currentColor" /> },
  Twitter: { colour: ink, isDark: true, glyph: <path d="m7 7 10 10M17 7 7 17" strokeWidth="2.2" /> },
  TikTok: {
    colour: ink,
    isDark: true,
    glyph: <path d="M12.8 6v8.2a2.5 2.5 0 1 1-2.5-2.5M12.8 6a4 4 0 0 0 4 3.7" strokeWidth="2" />,
  },
  Telegram: { colour: '#1d93d2', glyph: <path d="m6 12 12-5-2.2 10.5-4-3-2 2-.8-3.6z" /> },
  LinkedIn: {
    colour: '#0a66c2',
    glyph: <path d="M7.5 11v6M7.5 7.5h.01M11.5 17v-6M11.5 13.5a2.5 2.5 0 0 1 5 0V17" />,
  },
  Pinterest: { colour: '#bd081c', glyph: <path d="M11 18.5 13 10M9 13.5a3.8 3.8 0 1 1 3 1.5" /> },
  Snapchat: { colour: '#fffc00', isDark: true },
  Reddit: { colour: '#e03d00' },
  Twitch: {
    colour: '#8b3df5',
    glyph: <path d="M7 6.5h10v7l-3 3h-2.5L9.5 18v-1.5H7zM11 9.5v3M14 9.5v3" />,
  },
  VK: { colour: '#0077ff' },
  SoundCloud: {
    colour: '#e64d00',
    glyph: <path d="M7 12v4M9.5 10v6M12 8v8h4.5a2 2 0 0 0 0-4 4 4 0 0 0-4.5-4" />,
  },
  Spotify: {
    colour: '#14883f',
    glyph: <path d="M7.5 10c3.5-1 6.5-.7 9 .7M8 13c2.8-.8 5.2-.5 7.3.6M8.5 15.8c2-.5 4-.3 5.6.5" />,
  },
  Vimeo: { colour: '#0e7ea8' },
  Discord: { colour: '#5865f2' },
  Threads: {
    colour: ink,
    isDark: true,
    glyph: (
      <path d="M15.8 9.5A4 4 0 0 0 12 7c-3 0-4.5 2-4.5 5s1.5 5 4.5 5c2.3 0 3.8-1.3 3.8-2.8 0-3-5.3-3-5.3-.7 0 1.8 3.5 1.8 3.5-1.5" />
    ),
  },
  WhatsApp: {
    colour: '#128c4b',
    glyph: <path d="m6.5 17.5 1-3a5.5 5.5 0 1 1 2.2 2.1zM10 10.5c.3 1.7 1.7 3.2 3.6 3.6" />,
  },
}

/** A platform without an icon gets its first letter. Its name is shown next to it or read out. */
export function PlatformIcon({ platform, className }: { platform: string; className?: string }) {
  const { colour, glyph, isDark = false } = marks[platform] ?? { colour: 'var(--color-ink-3)', isDark: true }
  // On black in the light and on white in the dark; on yellow always black.
  const stroke = !isDark ? '#ffffff' : platform === 'Snapchat' ? '#111111' : 'light-dark(#ffffff, #111111)'
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ color: stroke }}
      className={cx('size-5 shrink-0', className)}
    >
      <rect x="1" y="1" width="22" height="22" rx="5" stroke="none" style={{ fill: colour }} />
      {glyph ?? (
        <text
          x="12"
          y="16.5"
          textAnchor="middle"
          fontSize="12"
          fontWeight="700"
          stroke="none"
          fill="currentColor"
        >
          {platform.charAt(0)}
        </text>
      )}
    </svg>
  )
}
