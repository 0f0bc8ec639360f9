@rem What `exec` is to a shell elsewhere, for `npm start`: there, no shell is left between npm and the product, and npm's
@rem signals reach it. Here npm waits as it is.
@%*
