export { default } from '~silhouettes/adventurer';
