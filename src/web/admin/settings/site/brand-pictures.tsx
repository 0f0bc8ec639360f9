import { type FormEvent, useState } from 'react'
import { removeFavicon, uploadFavicon } from '#contract/settings/favicon.ts'
import { LOGO_UPLOAD_BYTES_MAX, removeLogo, uploadLogo } from '#contract/settings/logo.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { changeSite, useSite } from '#web/platform/page/site-facts.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { FileField } from '#web/ui/fields/file-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { cx } from '#web/ui/page/cx.ts'

/** The picture that replaces the name. */
export function LogoForm() {
  const t = useText(adminSettingsText)
  const { logo } = useSite()
  return (
    <PictureForm
      name="logo"
      shown={logo}
      className="h-12 max-w-60"
      texts={{
        title: t('logo'),
        label: t('picture'),
        hint: t('logoHint'),
        upload: t('logoUpload'),
        now: t('logoNow'),
        saved: t('logoSaved'),
      }}
      remove={{ label: t('logoRemove'), removed: t('logoRemoved') }}
      onSend={async (files) => {
        changeSite({ logo: (await call(uploadLogo, { body: {}, files })).logo })
        // For the previous picture: see the boot script.
        delete document.documentElement.dataset['noLogo']
      }}
      onRemove={async () => {
        await call(removeLogo)
        changeSite({ logo: null })
      }}
    />
  )
}

/** The icon of browser tabs. */
export function FaviconForm() {
  const t = useText(adminSettingsText)
  const { favicon } = useSite()
  return (
    <PictureForm
      name="favicon"
      shown={favicon}
      className="size-12"
      texts={{
        title: t('favicon'),
        label: t('faviconPicture'),
        hint: t('faviconHint'),
        upload: t('faviconUpload'),
        now: t('faviconNow'),
        saved: t('faviconSaved'),
      }}
      remove={{ label: t('faviconRemove'), removed: t('faviconRemoved') }}
      onSend={async (files) =>
        changeSite({ favicon: (await call(uploadFavicon, { body: {}, files })).favicon })
      }
      onRemove={async () => {
        await call(removeFavicon)
        changeSite({ favicon: null })
      }}
    />
  )
}

const accepted = 'image/png,image/jpeg,image/webp,image/gif'

type PictureFormProps = {
  name: string
  shown: PublicConfig['logo']
  /** Its size in the preview. */
  className: string
  texts: Record<'title' | 'label' | 'hint' | 'upload' | 'now' | 'saved', string>
  remove: { label: string; removed: string }
  onSend: (files: readonly File[]) => Promise<void>
  onRemove: () => Promise<void>
}

/** Stored immediately: a file can't be kept as a draft. */
function PictureForm({ name, shown, className, texts, remove, onSend, onRemove }: PictureFormProps) {
  const t = useText(adminSettingsText)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  // A new input after each accepted picture.
  const [round, setRound] = useState(0)

  async function run(work: () => Promise<void>, done: string): Promise<void> {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await work()
      toast('success', done)
      setRound((old) => old + 1)
    } catch (error) {
      setRefusal(messageOf(error, t('saveFailed')))
    } finally {
      setIsBusy(false)
    }
  }

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const files = new FormData(event.currentTarget)
      .getAll(name)
      .filter((one): one is File => one instanceof File && one.size > 0)
    if (files.length > 0 && !isBusy) void run(() => onSend(files), texts.saved)
  }

  return (
    <CardSection title={texts.title}>
      <form onSubmit={send} className="grid gap-5 p-5 max-wide:p-4">
        {shown !== null && (
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={shown.url}
              alt={texts.now}
              width={shown.width}
              height={shown.height}
              className={cx(
                'w-auto rounded-control border border-line bg-canvas object-contain p-2',
                className,
              )}
            />
            <Button
              tone="secondary"
              size="small"
              isBusy={isBusy}
              onClick={() => void run(onRemove, remove.removed)}
            >
              {remove.label}
            </Button>
          </div>
        )}
        <FileField
          key={round}
          name={name}
          label={texts.label}
          hint={texts.hint}
          error={refusal}
          countMax={1}
          sizeMax={LOGO_UPLOAD_BYTES_MAX}
          accept={accepted}
        />
        <Button type="submit" tone="secondary" isBusy={isBusy} className="justify-self-start">
          {texts.upload}
        </Button>
      </form>
    </CardSection>
  )
}
