import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { type PreviewedService, previewImport } from '#contract/catalogue/imports.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import type { Options } from './import-options.tsx'

export type Preview = {
  byService: ReadonlyMap<string, PreviewedService> | undefined
  ratesDoubt: AnswerOf<typeof previewImport>['rates_doubt']
  /** The shown preview is for options that have changed since. */
  isStale: boolean
  failure: string | undefined
  /** The URL is not a configured provider yet. */
  isUnknown: boolean
}

const settleMilliseconds = 300
const nothing = { byService: undefined, ratesDoubt: null, failure: undefined, isUnknown: false }

type Asked = Pick<Options, 'platform' | 'overwrite' | 'translate'> & {
  /** Undefined while there is no valid markup: then nothing is requested, and the shown preview is for an earlier one. */
  percent: number | undefined
}

/** The effect of an import with these options, computed by the server, which sets the prices. */
export function usePreview(provider: string, { percent, platform, overwrite, translate }: Asked): Preview {
  const asked = JSON.stringify([provider, percent, platform, overwrite, translate])
  const [known, setKnown] = useState<Omit<Preview, 'isStale'> & { asked: string }>()
  useEffect(() => {
    if (percent === undefined) return undefined
    const leaving = new AbortController()
    const show = (shown: Partial<Omit<Preview, 'isStale'>>) => {
      if (leaving.signal.aborted) return
      setKnown({ ...nothing, ...shown, asked })
    }
    const ask = async () => {
      const body = {
        provider,
        overwriteExisting: overwrite,
        translate,
        ...(platform !== '' && { platform }),
        markupPercentage: percent,
      }
      try {
        const { data, rates_doubt: ratesDoubt } = await call(
          previewImport,
          { body },
          { signal: leaving.signal },
        )
        show({ byService: new Map(data.map((one) => [one.service, one])), ratesDoubt })
      } catch (error) {
        const isUnknown = error instanceof ApiError && error.code === 'provider_unknown'
        show(isUnknown ? { isUnknown } : { failure: messageOf(error) })
      }
    }
    const timer = setTimeout(() => void ask(), settleMilliseconds)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asked, provider, percent, platform, overwrite, translate])
  return { ...nothing, ...known, isStale: known?.asked !== asked }
}
