/* network_formats.h - values of the attribute "format" in weights files: readers of one
 * kind name the other in their messages.
 */
#ifndef MCTS_NETWORK_FORMATS_H
#define MCTS_NETWORK_FORMATS_H

#define CONVOLUTIONAL_FORMAT "fulcrum network"
#define INTEGER_FORMAT "fulcrum integer network"

#endif
