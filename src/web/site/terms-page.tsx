export default function TermsPage() {
  return <h1 tabIndex={-1}>Terms</h1>
}
