import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'

/** Drawn by ourselves, in one stroke each, so that a platform is found at a glance; its name stands beside it or is read out. */
const pictures: Readonly<Record<string, ReactNode>> = {
  Instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M16.8 7.2h.01" strokeWidth="2.4" />
    </>
  ),
  Facebook: <path d="M15.5 4.5H14a3.5 3.5 0 0 0-3.5 3.5v12M7.5 11.5h7" />,
  YouTube: (
    <>
      <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
      <path d="m10.2 9.2 4.8 2.8-4.8 2.8z" />
    </>
  ),
  Twitter: <path d="M4.5 4.5 19.5 19.5M19.5 4.5 4.5 19.5" />,
  TikTok: <path d="M13 4v11.2a3.8 3.8 0 1 1-3.8-3.8M13 4a5.6 5.6 0 0 0 5.6 5.2" />,
  Telegram: <path d="m3.5 11.5 17-7-3 15-5.8-4.2L20.500 4.500M11.700 15.300l-2.700 3.700-1.200-5.700z" />,
}

export function PlatformIcon({ platform, className }: { platform: string; className?: string }) {
  const picture = pictures[platform]
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('size-4.5 shrink-0 text-petrol', className)}
    >
      {picture ?? (
        <>
          <circle cx="12" cy="12" r="9" />
          <text
            x="12"
            y="16"
            textAnchor="middle"
            fontSize="11"
            fontWeight="700"
            stroke="none"
            fill="currentColor"
          >
            {platform.charAt(0)}
          </text>
        </>
      )}
    </svg>
  )
}
