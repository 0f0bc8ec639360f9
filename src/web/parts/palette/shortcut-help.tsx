import { shortcutsText } from './texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Kbd, useKeyNames } from '#web/ui/keyboard/kbd.tsx'
import { setSingleKeys, useSingleKeys } from '#web/ui/keyboard/single-keys.ts'
import { Switch } from '#web/ui/fields/switch.tsx'

const shortcuts: readonly { keys: string; what: PlainKey<typeof shortcutsText> }[] = [
  { keys: 'mod+K', what: 'palette' },
  { keys: 'mod+Enter', what: 'placeOrder' },
  { keys: 'N', what: 'newOrder' },
  { keys: 'M', what: 'massOrder' },
  { keys: '/', what: 'search' },
  { keys: 'J', what: 'nextRow' },
  { keys: 'K', what: 'previousRow' },
  { keys: 'X', what: 'chooseRow' },
  { keys: 'Enter', what: 'openRow' },
  { keys: '?', what: 'help' },
]

/** Every shortcut, and the switch for single-key ones: per user, in this browser. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useText(shortcutsText)
  const areOn = useSingleKeys()
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('title')}>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-2 text-14">
        {shortcuts.map(({ keys, what }) => (
          <Line key={keys} keys={keys} isOff={!keys.includes('+') && !areOn}>
            {t(what)}
          </Line>
        ))}
      </dl>
      <div className="border-t border-line pt-3">
        <Switch
          name="single-keys"
          label={t('singleKeys')}
          hint={t('singleKeysHint')}
          checked={areOn}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}

function Line({ keys, isOff, children }: { keys: string; isOff: boolean; children: string }) {
  const t = useText(shortcutsText)
  const names = useKeyNames(keys)
  return (
    <>
      <dt className={isOff ? 'text-ink-3 line-through' : undefined}>{children}</dt>
      <dd className="text-end">
        <Kbd>{names}</Kbd>
        {isOff && <span className="sr-only"> ({t('off')})</span>}
      </dd>
    </>
  )
}
