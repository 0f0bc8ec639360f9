-- A token that is shown once its grace is over ends its family (auth/end-reused-family.ts). The end of the session does not
-- say when that is: it is earlier where somebody ended the sign-in meanwhile. Empty for those that were renewed before this,
-- and for the branches that 0085 gave up, which nobody renewed: these are over, and shown again they end nothing.
alter table sessions add column renewed_at timestamptz(3);
