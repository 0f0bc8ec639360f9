import { PlatformIcon } from './platform-icon.tsx'
import { Highlight } from '#web/parts/catalogue/names/highlight.tsx'

type ServiceTitleProps = {
  title: string
  /** As the provider wrote it: shown on demand, and used for copying and searching. */
  original: string
  platform: string
  /** In lists of several platforms, the platform's name is read out in addition to its icon. */
  saysPlatform?: boolean
  className?: string
}

/** A service's name with its platform's icon; isolated from the surrounding text's direction. */
export function ServiceTitle({
  title,
  original,
  platform,
  saysPlatform = false,
  className,
}: ServiceTitleProps) {
  const isSaid = saysPlatform && platform !== 'Other'
  return (
    <span className="flex min-w-0 items-start gap-2" title={original}>
      <PlatformIcon platform={platform} className="mt-px" />
      {!isSaid && <span className="sr-only">{platform} </span>}
      <bdi className={className}>
        {isSaid && !title.toLowerCase().includes(platform.toLowerCase()) && `${platform} `}
        <Highlight text={title} />
      </bdi>
    </span>
  )
}
