import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Format } from '#contract/base/format.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { Field, type FieldProps } from './field.tsx'
import { addFiles, type FileRefusal, type FileRules } from './file-rules.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'

type FileFieldProps = FieldProps &
  FileRules & {
    name: string
    /** These leave the field; files added while they were sent stay. */
    sent?: readonly File[]
    /** The page's own messages. */
    sentences?: Partial<Record<FileRefusal['why'], string>>
  }

/**
 * Files that are picked, dropped here, or pasted anywhere in the form. The form data has them under `name`, from a
 * plain file input underneath.
 */
export function FileField({
  name,
  label,
  hint,
  error,
  aside,
  sent = none,
  sentences = {},
  ...rules
}: FileFieldProps) {
  const t = useText(commonText)
  const format = useFormat()
  const { box, files, refusal, add, remove } = useFiles(rules, sent)
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    add([...event.dataTransfer.files])
  }

  const refused =
    refusal === undefined ? error : (sentences[refusal.why] ?? sayFileRefusal(refusal, rules, { t, format }))
  return (
    <Field {...{ name, label, hint, aside, error: refused }}>
      {(control) => (
        <div className="grid grid-cols-1 gap-2">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a mouse's way to what the box does for all */}
          <div
            onDragOver={(event) => {
              event.preventDefault()
              setIsOver(true)
            }}
            onDragLeave={() => setIsOver(false)}
            onDrop={drop}
            className={cx(
              'relative flex min-h-14 flex-wrap items-center gap-x-2 rounded-control border border-dashed px-4 py-3 text-15 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol',
              isOver ? 'border-petrol bg-petrol-soft' : 'border-line-strong bg-surface hover:border-ink-3',
              refused !== undefined && 'border-bad',
            )}
          >
            <Paperclip aria-hidden className="size-4.5 text-ink-3" />
            <span className="font-semibold text-petrol">{t('chooseFiles', { count: rules.countMax })}</span>
            <span className="text-ink-3 max-wide:hidden">{t('dropHere')}</span>
            <input
              {...control}
              ref={box}
              type="file"
              name={name}
              accept={rules.accept}
              multiple={rules.countMax > 1}
              onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
                add([...(currentTarget.files ?? [])])
              }
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </div>
          {files.length > 0 && (
            <ul className="grid grid-cols-1 gap-1">
              {files.map((file) => (
                <li key={keyOf(file)} className="flex items-center gap-2 text-14">
                  <span className="min-w-0 truncate" title={file.name}>
                    <bdi>{file.name}</bdi>
                  </span>
                  <span className="figures shrink-0 text-ink-3">{format.bytes(file.size)}</span>
                  <IconButton label={t('removeFile', { name: file.name })} onClick={() => remove(file)}>
                    <X aria-hidden className="size-4" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

function useFiles(rules: FileRules, sent: readonly File[]) {
  const t = useText(commonText)
  const box = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState(none)
  const [left, setLeft] = useState(sent)
  const [refusal, setRefusal] = useState<FileRefusal>()

  function keep(next: readonly File[]): void {
    setFiles(next)
    announce(t('filesChosen', { count: next.length }))
  }

  function add(added: readonly File[]): void {
    const outcome = addFiles(files, added, rules)
    setRefusal(outcome.refusal)
    keep(outcome.files)
  }

  function remove(file: File): void {
    setRefusal(undefined)
    keep(files.filter((one) => one !== file))
    box.current?.focus()
  }

  if (left !== sent) {
    const keys = new Set(sent.map(keyOf))
    setLeft(sent)
    setFiles(files.filter((file) => !keys.has(keyOf(file))))
  }

  useEffect(() => {
    if (box.current !== null && files !== none) box.current.files = toFileList(files)
  }, [files])

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (pasted.length === 0) return
    event.preventDefault()
    add(pasted)
  })

  useEffect(() => {
    const form = box.current?.form
    const listen = (event: ClipboardEvent) => paste(event)
    form?.addEventListener('paste', listen)
    return () => form?.removeEventListener('paste', listen)
  }, [])

  return { box, files, refusal, add, remove }
}

const none: readonly File[] = []

function keyOf({ name, size, lastModified }: File): string {
  return `${name}-${size}-${lastModified}`
}

/** The only way to set an input's files. */
function toFileList(files: readonly File[]): FileList {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer.files
}

function sayFileRefusal(
  refusal: FileRefusal,
  { sizeMax, countMax }: FileRules,
  { t, format }: { t: Say<typeof commonText>; format: Format },
): string {
  if (refusal.why === 'fileCount') return t('fileCount', { count: countMax })
  if (refusal.why === 'fileSize') return t('fileSize', { name: refusal.name, limit: format.bytes(sizeMax) })
  return t('fileType', { name: refusal.name })
}
