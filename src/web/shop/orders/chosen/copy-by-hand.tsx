import { useEffect, useRef } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'

type CopyByHandProps = { title: string; lead: string; label: string; value: string; onClose: () => void }

/** If the browser does not allow copying: shows the text, selected, to be copied manually. */
export function CopyByHand({ title, lead, label, value, onClose }: CopyByHandProps) {
  return (
    <Dialog isOpen onOpenChange={onClose} title={title} description={lead}>
      <Marked label={label} value={value} />
    </Dialog>
  )
}

function Marked({ label, value }: { label: string; value: string }) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // After the dialog has set its initial focus.
    const frame = requestAnimationFrame(() => box.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])
  return <TextAreaField ref={box} label={label} name="copy" value={value} readOnly rows={6} />
}
