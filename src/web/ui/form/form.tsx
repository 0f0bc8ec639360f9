import type { ComponentProps, ReactNode } from 'react'
import { DraftNote } from '#web/platform/drafts/draft-note.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { FormContext, type FormState } from './form-context.ts'

type Used = FormState & {
  props: ComponentProps<'form'>
  message: string | undefined
  discardDraft: (() => void) | undefined
}

type FormProps = Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> & { form: Used; children: ReactNode }

/** The form of a `useForm`: general errors above it, field errors at their fields. */
export function Form({ form, className = 'grid gap-4', children, ...rest }: FormProps) {
  return (
    <FormContext value={form}>
      <form {...form.props} {...rest} className={className}>
        {form.message !== undefined && (
          <div className="col-span-full">
            <Alert>{form.message}</Alert>
          </div>
        )}
        <DraftNote onDiscard={form.discardDraft} />
        {children}
      </form>
    </FormContext>
  )
}
