export { default } from '~silhouettes/micah';
