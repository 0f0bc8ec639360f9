import { PlatformIcon } from './platform-icon.tsx'
import { Highlight } from '#web/parts/catalogue/names/highlight.tsx'

type ServiceTitleProps = {
  title: string
  /** As the provider wrote it: shown on demand, and what is copied and searched. */
  original: string
  platform: string
  className?: string
}

/** A service's name for readers, with its platform's icon; isolated from the text around it, in any script. */
export function ServiceTitle({ title, original, platform, className }: ServiceTitleProps) {
  return (
    <span className="flex min-w-0 items-start gap-2" title={original}>
      <PlatformIcon platform={platform} className="mt-px" />
      <span className="sr-only">{platform} </span>
      <bdi className={className}>
        <Highlight text={title} />
      </bdi>
    </span>
  )
}
