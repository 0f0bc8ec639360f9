import { type FormEvent, useState } from 'react'
import { LOGO_UPLOAD_BYTES_MAX, removeLogo, uploadLogo } from '#contract/settings/logo.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { changeSite, useSite } from '#web/platform/page/site-facts.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { FileField } from '#web/ui/fields/file-field.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const accepted = 'image/png,image/jpeg,image/webp,image/gif'

/** The picture in place of the name. It is kept at once: a file can not wait as a draft. */
export function LogoForm() {
  const t = useText(adminSettingsText)
  const { logo } = useSite()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  // A fresh box after each picture that was taken.
  const [round, setRound] = useState(0)

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await work()
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
      .getAll('logo')
      .filter((one): one is File => one instanceof File && one.size > 0)
    if (files.length === 0 || isBusy) return
    void run(async () => {
      changeSite({ logo: (await call(uploadLogo, { body: {}, files })).logo })
      // Of the picture before: see the boot script.
      delete document.documentElement.dataset['noLogo']
      toast('success', t('logoSaved'))
    })
  }

  const remove = () =>
    run(async () => {
      await call(removeLogo)
      changeSite({ logo: null })
      toast('success', t('logoRemoved'))
    })

  return (
    <CardSection title={t('logo')}>
      <form onSubmit={send} className="grid gap-5 p-5 max-wide:p-4">
        {logo !== null && (
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={logo.url}
              alt={t('logoNow')}
              width={logo.width}
              height={logo.height}
              className="h-12 w-auto max-w-60 rounded-control border border-line bg-canvas object-contain p-2"
            />
            <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void remove()}>
              {t('logoRemove')}
            </Button>
          </div>
        )}
        <FileField
          key={round}
          name="logo"
          label={t('picture')}
          hint={t('logoHint')}
          error={refusal}
          countMax={1}
          sizeMax={LOGO_UPLOAD_BYTES_MAX}
          accept={accepted}
        />
        <Button type="submit" tone="secondary" isBusy={isBusy} className="justify-self-start">
          {t('logoUpload')}
        </Button>
      </form>
    </CardSection>
  )
}
