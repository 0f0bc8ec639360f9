import { PlatformIcon } from './platform-icon.tsx'
import { Highlight } from '#web/parts/catalogue/names/highlight.tsx'

type ServiceTitleProps = {
  title: string
  /** As the provider wrote it: shown on demand, and what is copied and searched. */
  original: string
  platform: string
  /** Where services of several platforms stand together, its name is read as well as its picture. */
  saysPlatform?: boolean
  className?: string
}

/** A service's name for readers, with its platform's icon; isolated from the text around it, in any script. */
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
