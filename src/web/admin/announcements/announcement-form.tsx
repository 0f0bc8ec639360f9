import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type AnnouncementKind,
  announcementKinds,
  type AnnouncementReaders,
  createAnnouncement,
} from '#contract/messaging/announcements.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { defaultLanguage, type Language, languageNames, languages } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminAnnouncementsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { openDraft } from '#web/platform/drafts/drafts.ts'
import { makeIntent } from '#web/platform/drafts/intent-key.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { AnnouncementPreview, type Typed } from './announcement-preview.tsx'
import { ConfirmSending } from './confirm-sending.tsx'

type Body = BodyOf<typeof createAnnouncement>
type Readers = Record<AnnouncementKind, AnnouncementReaders>
const NAME = 'announcement'
const draft = {
  name: NAME,
  fields: ['by_email', ...languages.flatMap((one) => [`texts.${one}.title`, `texts.${one}.text`] as const)],
} as const

/** Writing an announcement in one or more languages, next to a preview; confirmed before it is sent. */
export function AnnouncementForm({ readers, hasMailServer }: { readers: Readers; hasMailServer: boolean }) {
  const t = useText(adminAnnouncementsText)
  const { number } = useFormat()
  const navigate = useNavigate()
  const owner = useSession()?.user.id ?? 0
  const [asked, setAsked] = useState<Body>()
  const [kindInUrl, setKind] = useUrlState<AnnouncementKind>('kind', 'newsletter')
  const kind = announcementKinds.find((known) => known === kindInUrl) ?? 'newsletter'
  const form = useForm({
    draft,
    schema: createAnnouncement.body,
    toValues: (data) => toValues(data, kind),
    onSubmit: async (body) => {
      setAsked(body)
      return 'asks'
    },
  })
  const preview = useTyped(owner)

  async function send(body: Body): Promise<void> {
    const intent = makeIntent(NAME, owner)
    await call(createAnnouncement, { body }, { idempotencyKey: intent.keyFor(body) })
    intent.forget()
    form.forget()
    toast('success', t('created'))
    await navigate('/admin/announcements')
  }

  const notes: Readonly<Record<AnnouncementKind, string>> = {
    newsletter: t('newsletterNote', { customers: number(readers.newsletter.customers) }),
    promotion: t('promotionNote', { customers: number(readers.promotion.customers) }),
    service_notice: t('serviceNote', { customers: number(readers.service_notice.customers) }),
  }
  return (
    <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_24rem]">
      <Card>
        <Form
          form={form}
          onInput={(event: FormEvent<HTMLFormElement>) => {
            form.props.onInput(event)
            preview.read(event.currentTarget)
          }}
          aria-label={t('newTitle')}
          className="grid gap-6"
        >
          <RadioGroup
            name="kind"
            label={t('kind')}
            hasCards
            value={kind}
            onChange={setKind}
            choices={(['newsletter', 'promotion', 'service_notice'] as const).map((value) => ({
              value,
              label: t(value),
              note: notes[value],
            }))}
          />
          <fieldset className="m-0 grid min-w-0 border-0 p-0">
            <legend className="mb-2 text-15 font-semibold">{t('ways')}</legend>
            <Checkbox name="by_notification" label={t('byNotification')} defaultChecked />
            <Checkbox name="by_email" label={t('byEmail', { emails: number(readers[kind].emails) })} />
          </fieldset>
          {languages.map((language) => (
            <TextsIn key={language} language={language} />
          ))}
          <Button type="submit" isBusy={form.isBusy} className="justify-self-start">
            {t('send')}
          </Button>
        </Form>
      </Card>
      <AnnouncementPreview typed={preview.typed} kind={kind} />
      <ConfirmSending
        body={asked}
        readers={readers}
        hasMailServer={hasMailServer}
        onClose={() => setAsked(undefined)}
        onSend={send}
      />
    </div>
  )
}

function TextsIn({ language }: { language: Language }) {
  const t = useText(adminAnnouncementsText)
  const isNeeded = language === defaultLanguage
  const name = languageNames[language]
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 border-0 border-t border-line p-0 pt-4">
      <legend className="pe-3 text-17 font-bold">{name}</legend>
      {!isNeeded && <p className="text-13 text-ink-3">{t('optional', { language: name })}</p>}
      <TextField
        label={t('textTitle')}
        name={`texts.${language}.title`}
        lang={language}
        required={isNeeded}
        maxLength={limits.announcementTitleMax}
      />
      <TextAreaField
        label={t('text')}
        name={`texts.${language}.text`}
        lang={language}
        required={isNeeded}
        rows={6}
        maxLength={limits.announcementTextMax}
        hint={t('textHint')}
      />
    </fieldset>
  )
}

/** The fields' values, including those of a restored draft. */
function useTyped(owner: number) {
  const [typed, setTyped] = useState(() => typedIn((name) => openDraft(NAME, owner).values[name]))
  const read = (form: HTMLFormElement) => {
    const data = new FormData(form)
    setTyped(typedIn((name) => data.get(name)))
  }
  return { typed, read }
}

type Read = (name: string) => FormDataEntryValue | null | undefined

function typedIn(read: Read): Typed {
  return Object.fromEntries(languages.map((language) => [language, textsIn(read, language)]))
}

function textsIn(read: Read, language: Language): { title: string; text: string } {
  const of = (name: string) => String(read(`texts.${language}.${name}`) ?? '').trim()
  return { title: of('title'), text: of('text') }
}

/** Languages without text are left out; a half-written one must be completed. */
function toValues(data: FormData, kind: AnnouncementKind): unknown {
  const written = languages
    .map((language) => [language, textsIn((name) => data.get(name), language)] as const)
    .filter(([language, { title, text }]) => language === defaultLanguage || title !== '' || text !== '')
  return {
    kind,
    texts: Object.fromEntries(written),
    by_notification: data.has('by_notification'),
    by_email: data.has('by_email'),
  }
}
